"""A campaign shown in a minute: a real daemon, a real database, real webhooks and mails."""
