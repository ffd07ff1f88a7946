"""Reports as a forum would post them: one document, written in Markdown or in BBCode.

All of it is a function of what is public once a turn or a year is over.
"""
