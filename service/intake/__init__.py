"""The one door for what people say: pages, API, mail, command line and scripts all call it.

What is said is checked against what its author knows, kept word for word, and only then done.
"""
