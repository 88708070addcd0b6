"""What rewritten code calls: calls, attributes, objects and functions of the user's and of libraries."""
