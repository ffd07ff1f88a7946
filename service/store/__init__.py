"""The only SQL of the program: one module a group of tables.

All functions are asyncio coroutines; ``conn`` is an asyncpg connection or, where one statement is
all there is to do, a pool.  Bodies are bytes as they were encoded, never parsed here.  Game times
are int milliseconds, wall times int microseconds since the Unix epoch.
"""
