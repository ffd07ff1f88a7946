"""Mail in: what people write by e-mail, from the relay's door to the receipt."""
