"""The nouns of the kingdoms rules: what the chapters share, and how they speak with one another.

Chapters never import one another; all of this is what they have in common.

* :mod:`.ratings`, :mod:`.kingdom`, :mod:`.seat`, :mod:`.game`, :mod:`.turn`, :mod:`.offer` hold the
  entities.  There is one :class:`.game.Game` (``game``), one :class:`.turn.Turn` that runs or comes
  (``turn``) and one that closed last (``last-turn``), with everything rolled in it and the levels
  it found.
* :mod:`.facts` are what chapters announce; :mod:`.game` says how a chapter keeps the next turn, or
  the new year, waiting until a question is settled (``hold`` and ``free``).
* :mod:`.rolls` makes a roll by K-ROL, :mod:`.levels` changes levels by K-RAT-03 and tells of it by
  the fact ``LevelsChanged``; nobody else puts a kingdom's levels.
* :mod:`.audience` says who is told what is public.
* :mod:`.desk` is what an order is checked against, :mod:`.view` the whole page of a person.

A turn goes like this.  ``TurnComing`` is announced; whoever must first ask somebody holds it.  Once
nothing holds it ``TurnOpened`` is announced and orders are taken.  When it closes, ``OrderDue`` is
announced for every order that is held, and the chapter whose order it is rolls and hands what came
of it to :func:`.turn.settle`.  Then all changes are made, and ``TurnClosed`` is announced.  After
the last season of a year comes ``YearEnded``, which may be held as well, then ``YearBegun``, then
the next ``TurnComing``.  ``GameEnded`` ends all this at any time.
"""
