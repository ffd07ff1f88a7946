"""Mails that come back, in the shapes in which servers write them; and some that are none."""

from __future__ import annotations

from service.notify.dsn import Returned


def _report(
    sender: str, prose: str, message_fields: str, *recipients: str, original: str = "headers"
) -> str:
    kind = "text/rfc822-headers" if original == "headers" else "message/rfc822"
    fields = "\n\n".join(one.strip("\n") for one in (message_fields, *recipients))
    return f"""Return-Path: <>
From: {sender}
To: bounces+b1-00000000-aaaaaaaaaaaaaaaa@example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="XX/mail.example.net"

This is a MIME-encapsulated message.

--XX/mail.example.net
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

{prose}

--XX/mail.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

{fields}

--XX/mail.example.net
Content-Description: Undelivered Message
Content-Type: {kind}

From: Galloper <galloper@example.org>
To: ben@example.net
Subject: [Ferry] 5.2.2 is not a status here, nor 4.2.1
Message-ID: <msg_1@example.org>

--XX/mail.example.net--
"""


def _prose(sender: str, text: str, more: str = "") -> str:
    return f"""Return-Path: <>
From: {sender}
To: bounces@example.org
Subject: failure notice
{more}MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

{text}
"""


_POSTFIX = "MAILER-DAEMON@mail.example.net (Mail Delivery System)"
_EXCHANGE = "postmaster@contoso.example"
_GMAIL = "Mail Delivery Subsystem <mailer-daemon@googlemail.com>"

DSNS: dict[str, tuple[str, Returned]] = {
    "postfix, no such user": (
        _report(
            _POSTFIX,
            "<ben@example.net>: host mx.example.net[192.0.2.1] said: 550 5.1.1\n"
            "    <ben@example.net>: Recipient address rejected: User unknown in local recipient\n"
            "    table (in reply to RCPT TO command)",
            "Reporting-MTA: dns; mail.example.net\nX-Postfix-Queue-ID: 4XyZ\n"
            "Arrival-Date: Mon,  2 Mar 2026 10:00:00 +0000 (UTC)",
            "Final-Recipient: rfc822; ben@example.net\n"
            "Original-Recipient: rfc822;ben@example.net\nAction: failed\nStatus: 5.1.1\n"
            "Remote-MTA: dns; mx.example.net\n"
            "Diagnostic-Code: smtp; 550 5.1.1 <ben@example.net>: Recipient address rejected:\n"
            "    User unknown in local recipient table",
        ),
        Returned("failed", "5.1.1"),
    ),
    "postfix, mailbox full": (
        _report(
            _POSTFIX,
            "<ben@example.net>: host mx said: 552 5.2.2 Quota exceeded",
            "Reporting-MTA: dns; mail.example.net",
            "Final-Recipient: rfc822; ben@example.net\nAction: failed\nStatus: 5.2.2\n"
            "Diagnostic-Code: smtp; 552 5.2.2 Quota exceeded (mailbox for user is full)",
        ),
        Returned("failed", "5.2.2"),
    ),
    "postfix, still trying": (
        _report(
            _POSTFIX,
            "THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE.",
            "Reporting-MTA: dns; mail.example.net",
            "Final-Recipient: rfc822; ben@example.net\nAction: delayed\nStatus: 4.4.1\n"
            "Diagnostic-Code: X-Postfix; connect to mx.example.net[192.0.2.1]:25: Connection\n"
            "    timed out\nWill-Retry-Until: Sat,  7 Mar 2026 10:00:00 +0000 (UTC)",
        ),
        Returned("delayed", "4.4.1"),
    ),
    "postfix, given up after days": (
        _report(
            _POSTFIX,
            "<ben@example.net>: connect to mx.example.net[192.0.2.1]:25: Connection timed out",
            "Reporting-MTA: dns; mail.example.net",
            "Final-Recipient: rfc822; ben@example.net\nAction: failed\nStatus: 4.4.1\n"
            "Diagnostic-Code: X-Postfix; connect to mx.example.net: Connection timed out",
        ),
        Returned("failed", "4.4.1"),
    ),
    "postfix, the domain is not there": (
        _report(
            _POSTFIX,
            "<ben@nowhere.example>: Host or domain name not found.",
            "Reporting-MTA: dns; mail.example.net",
            "Final-Recipient: rfc822; ben@nowhere.example\nAction: failed\nStatus: 5.4.4\n"
            "Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error",
            original="message",
        ),
        Returned("failed", "5.4.4"),
    ),
    "exim, with a report": (
        _report(
            "Mail Delivery System <Mailer-Daemon@exim.example>",
            "This message was created automatically by mail delivery software.\n\n"
            "A message that you sent could not be delivered to one or more of its\n"
            "recipients. This is a permanent error.",
            "Reporting-MTA: dns; exim.example",
            "Action: failed\nFinal-Recipient: rfc822;ben@example.net\nStatus: 5.0.0\n"
            "Remote-MTA: dns; mx.example.net\n"
            "Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does\n"
            " not exist. 550 5.1.1 Please check it.",
            original="message",
        ),
        Returned("failed", "5.1.1"),
    ),
    "exim, as it used to be": (
        _prose(
            "Mail Delivery System <Mailer-Daemon@exim.example>",
            "This message was created automatically by mail delivery software.\n\n"
            "A message that you sent could not be delivered to one or more of its\n"
            "recipients. This is a permanent error. The following address(es) failed:\n\n"
            "  ben@example.net\n"
            "    SMTP error from remote mail server after RCPT TO:<ben@example.net>:\n"
            "    host mx.example.net [192.0.2.1]: 550 Unrouteable address\n\n"
            "------ This is a copy of the message, including all the headers. ------\n\n"
            "Subject: 4.2.2 stands in what was sent",
            "X-Failed-Recipients: ben@example.net\nAuto-Submitted: auto-replied\n",
        ),
        Returned("failed", "5.0.0"),
    ),
    "exim, as it used to be, still trying": (
        _prose(
            "Mail Delivery System <Mailer-Daemon@exim.example>",
            "This message was created automatically by mail delivery software.\n"
            "A message that you sent has not yet been delivered to one or more of its\n"
            "recipients after more than 24 hours on the queue on exim.example.\n\n"
            "The address to which the message has not yet been delivered is:\n\n"
            "  ben@example.net\n    Delay reason: Connection timed out\n\n"
            "No action is required on your part. Delivery attempts will continue.",
            "X-Failed-Recipients: ben@example.net\n",
        ),
        Returned("delayed", "4.0.0"),
    ),
    "exchange online": (
        _report(
            f"Microsoft Outlook <{_EXCHANGE}>",
            "Your message to ben@contoso.example couldn't be delivered.\n\n"
            "ben wasn't found at contoso.example.",
            "Reporting-MTA: dns;AM0PR00MB0000.eurprd00.prod.outlook.com\n"
            "Received-From-MTA: dns;mail.example.org\n"
            "Arrival-Date: Mon, 2 Mar 2026 10:00:00 +0000",
            "Final-Recipient: rfc822;ben@contoso.example\nAction: failed\nStatus: 5.1.10\n"
            "Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient\n"
            " ben@contoso.example not found by SMTP address lookup\n"
            "X-Display-Name: ben@contoso.example",
            original="message",
        ),
        Returned("failed", "5.1.10"),
    ),
    "exchange, a full mailbox": (
        _report(
            f"<{_EXCHANGE}>",
            "Delivery has failed to these recipients or groups:",
            "Reporting-MTA: dns;ex01.contoso.example",
            "Final-recipient: RFC822; ben@contoso.example\nAction: failed\nStatus: 5.2.2\n"
            "Diagnostic-Code: smtp;554 5.2.2 mailbox full;\n"
            " STOREDRV.Deliver.Exception:QuotaExceededException",
        ),
        Returned("failed", "5.2.2"),
    ),
    "outlook.com, blocked by policy": (
        _report(
            "postmaster@outlook.com",
            "This is an automatically generated Delivery Status Notification.",
            "Reporting-MTA: dns;example.org",
            "Final-Recipient: rfc822;ben@outlook.com\nAction: failed\nStatus: 5.7.1\n"
            "Diagnostic-Code: smtp;550 5.7.1 Unfortunately, messages from [192.0.2.9] weren't\n"
            " sent. Please contact your Internet service provider (S3140).",
        ),
        Returned("failed", "5.7.1"),
    ),
    "gmail": (
        _report(
            _GMAIL,
            "** Address not found **\n\nYour message wasn't delivered to ben@gmail.com because"
            " the address couldn't be found.",
            "Reporting-MTA: dns; googlemail.com\nReceived-From-MTA: dns; galloper@example.org\n"
            "Arrival-Date: Mon, 02 Mar 2026 02:00:00 -0800 (PST)\nX-Original-Message-ID: <m@x>",
            "Final-Recipient: rfc822; ben@gmail.com\nAction: failed\nStatus: 5.1.1\n"
            "Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the\n"
            " domain gmail.com.)\n"
            "Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not\n"
            " exist. Please try double-checking. For more information, go to\n"
            " 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser - gsmtp\n"
            "Last-Attempt-Date: Mon, 02 Mar 2026 02:00:01 -0800 (PST)",
            original="message",
        ),
        Returned("failed", "5.1.1"),
    ),
    "gmail, still trying": (
        _report(
            _GMAIL,
            "** Delivery incomplete **\n\nThere was a temporary problem delivering your message."
            " Gmail will retry for 45 more hours.",
            "Reporting-MTA: dns; googlemail.com",
            "Final-Recipient: rfc822; ben@example.net\nAction: delayed\nStatus: 4.4.1\n"
            "Diagnostic-Code: smtp; The recipient server did not accept our requests to connect.\n"
            "Will-Retry-Until: Wed, 04 Mar 2026 02:00:01 -0800 (PST)",
        ),
        Returned("delayed", "4.4.1"),
    ),
    "two tries, the worse counts": (
        _report(
            _POSTFIX,
            "Two ways to one mailbox.",
            "Reporting-MTA: dns; mail.example.net",
            "Final-Recipient: rfc822; ben@one.example\nAction: delayed\nStatus: 4.2.1",
            "Final-Recipient: rfc822; ben@two.example\nAction: failed\nStatus: 5.2.1\n"
            "Diagnostic-Code: smtp; 550 mailbox disabled",
        ),
        Returned("failed", "5.2.1"),
    ),
    "no status of its own": (
        _report(
            _POSTFIX,
            "An appliance.",
            "Reporting-MTA: dns; box.example",
            "Final-Recipient: rfc822; ben@example.net\nAction: Failed (to deliver)\n"
            "Diagnostic-Code: smtp; 550 no",
        ),
        Returned("failed", "5.0.0"),
    ),
    "qmail": (
        _prose(
            "MAILER-DAEMON@qmail.example",
            "Hi. This is the qmail-send program at qmail.example.\n"
            "I'm afraid I wasn't able to deliver your message to the following addresses.\n"
            "This is a permanent error; I've given up. Sorry it didn't work out.\n\n"
            "<ben@qmail.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n"
            "--- Below this line is a copy of the message.\n\nSubject: 5.2.2",
        ),
        Returned("failed", "5.1.1"),
    ),
}

NO_DSNS: dict[str, str] = {
    "an answer of absence": _prose(
        "Ben <ben@example.net>",
        "I am away until 5.1.1 and will answer then. Mail could not be delivered to me.",
        "Auto-Submitted: auto-replied\nX-Autoreply: yes\n",
    ).replace("Return-Path: <>", "Return-Path: <ben@example.net>"),
    "an answer of absence with no sender": _prose(
        "Ben <ben@example.net>", "Ich bin bis 5. 1. nicht da.", "Auto-Submitted: auto-replied\n"
    ),
    "a receipt": _report(
        _POSTFIX,
        "It was read.",
        "Reporting-UA: a program",
        "Final-Recipient: rfc822; b@example.net",
    ).replace("report-type=delivery-status", "report-type=disposition-notification"),
    "delivered, and saying so": _report(
        _POSTFIX,
        "It arrived.",
        "Reporting-MTA: dns; mail.example.net",
        "Final-Recipient: rfc822; ben@example.net\nAction: delivered\nStatus: 2.0.0",
    ).replace("Undelivered Mail Returned to Sender", "Successful Mail Delivery Report"),
    "a word of a player's": "From: eve@example.net\nSubject: hello\n\n550 5.1.1 user unknown\n",
    "nothing": "",
}
