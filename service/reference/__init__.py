"""The rules reference: what a rule pack declares, read from the pack itself and set as Markdown.

:mod:`contents` gathers what each chapter has; :mod:`source`, :mod:`refusals` and :mod:`questions`
read from the rules' own source what no declaration says (why an order is refused, what a decision
asks); :mod:`markdown` sets it.  Nothing is written down twice, so nothing can be out of date.
"""
