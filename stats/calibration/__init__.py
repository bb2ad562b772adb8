"""The suite's own proof: good sources fail as rarely as the level says, and known bad ones are found."""
