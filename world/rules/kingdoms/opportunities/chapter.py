"""Opportunities: one appears each turn, before it takes orders (K-OPP).

Which card it is and for whom the referee says, or dice do (K-DEC-02); whoever it is offered to may
pursue it in place of an action.
"""

from __future__ import annotations

from world.pack import Chapter
from world.rules.kingdoms.nouns.facts import OrderDue, OrderRepeated, TurnClosed, TurnComing
from world.rules.kingdoms.nouns.figures import opportunities as figures
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.opportunities import effects, lapsing, offering, orders, pursuit
from world.rules.kingdoms.opportunities.notices import NOTICES

chapter = Chapter("opportunities", "Opportunities: which card appears, for whom, and what of it")
chapter.params += figures.ALL
chapter.declare(Offer, *NOTICES)
chapter.on(TurnComing)(offering.turn_coming)
chapter.settles(offering.CardChosen)(offering.card_chosen)
chapter.obeys(orders.WriteCard)(orders.write_card)
chapter.on(OrderDue)(pursuit.order_due)
chapter.on(TurnClosed)(lapsing.turn_closed)
chapter.on(OrderRepeated)(lapsing.order_repeated)
chapter.settles(effects.EffectEntered)(effects.effect_entered)
