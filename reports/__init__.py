"""What a run leaves behind for others to read: the report, JUnit and the terminal's summary."""
