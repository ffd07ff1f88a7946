"""A person's papers beyond the desk: correspondence, almanac, markers; for pages and API alike."""
