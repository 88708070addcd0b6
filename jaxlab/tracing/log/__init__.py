"""What a traced cell read, and the guards that say whether a later run would read the same."""
