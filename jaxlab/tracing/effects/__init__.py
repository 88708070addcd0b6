"""What a run leaves behind: found at the end of a trace, built anew from each run's results, committed."""
