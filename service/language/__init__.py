"""Languages: catalogues of what people are told, and numbers and instants as readers say them."""
