"""What mail programs write around an answer, in the languages they speak."""

# ruff: noqa: RUF001 - other languages have letters that look like ours

from __future__ import annotations

#: How the line above a quotation begins (“On Monday …”), in lower case.
BEGINNINGS = (
    *("on ", "am ", "le ", "el ", "il ", "op ", "em ", "w dniu ", "dnia ", "den ", "på ", "dne "),
    *("a(z) ", "în ", "la data ", "στις ", "v ", "в ", "у ", "at ", "dňa ", "ngày "),
    *("在", "于", "於", "on,"),
    # A date, with or without its weekday.
    *("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    *("пн,", "вт,", "ср,", "чт,", "пт,", "сб,", "вс,", "понед", "вторн", "сред", "четв", "пятн"),
    *("суббо", "воскр", "нд,", "pon.", "wt.", "śr.", "czw.", "pt.", "sob.", "niedz."),
    *("ma ", "ti ", "ke ", "to ", "pe ", "la ", "su "),
    *"0123456789",
)
#: “wrote”, as it stands in such a line, in lower case.
WROTE = (
    *("wrote", "writes", "schrieb", "a écrit", "escribió", "escribio", "ha scritto", "scrisse"),
    *("schreef", "napisał", "pisze", "napisal", "escreveu", "написал", "пишет", "пише", "писал"),
    *("skrev", "kirjoitti", "ezt írta", "írta", "a scris", "yazdı", "έγραψε", "đã viết"),
    *("写道", "寫道", "のメール", "書きました", "작성", "님이 쓴 글"),
)
#: What the head of a quoted mail calls its parts.  ``sent`` is Outlook's word for the date; a
#: letter of a player's may well begin with From, To, Date and Subject of its own.
HEADS = {
    "from": (
        *("from", "von", "de", "da", "van", "od", "от", "från", "fra", "lähettäjä", "od", "feladó"),
        *("кого", "від", "gönderen", "kimden", "差出人", "发件人", "寄件者", "보낸 사람", "από"),
    ),
    "sent": (
        *("sent", "gesendet", "envoyé", "enviado", "enviado el", "inviato", "verzonden", "wysłano"),
        *("enviada em", "enviada", "отправлено", "skickat", "sendt", "lähetetty", "odesláno"),
        *("送信日時", "发送时间", "寄件日期", "보낸 날짜", "gönderildi", "надіслано", "elküldve"),
    ),
    "date": ("date", "datum", "fecha", "data", "дата", "dato", "päiväys", "日付", "日期", "날짜"),
    "to": (
        *("to", "an", "à", "para", "a", "aan", "do", "кому", "till", "til", "vastaanottaja"),
        *("címzett", "kime", "komu", "宛先", "收件人", "收件者", "받는 사람", "προς"),
    ),
    "cc": ("cc", "kopie", "copia", "копия", "kopia", "抄送", "副本", "참조", "dw"),
    "subject": (
        *("subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "temat", "assunto"),
        *("тема", "ämne", "emne", "aihe", "předmět", "tárgy", "konu", "件名", "主题", "主旨"),
        *("제목", "θέμα"),
    ),
    "reply-to": ("reply-to", "antwort an", "répondre à", "responder a"),
    "importance": ("importance", "wichtigkeit", "priorité", "importancia", "priority"),
}
#: What stands between rows of dashes above a whole mail, in lower case.
ORIGINALS = (
    *("original message", "original appointment", "forwarded message", "forwarded by"),
    *("ursprüngliche nachricht", "originalnachricht", "original-nachricht", "weitergeleitete"),
    *("message d'origine", "message d’origine", "message original", "message transféré"),
    *("mensaje original", "mensaje reenviado", "messaggio originale", "messaggio inoltrato"),
    *("oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht"),
    *("wiadomość oryginalna", "oryginalna wiadomość", "wiadomość przekazana"),
    *("mensagem original", "mensagem encaminhada", "исходное сообщение"),
    *("пересланное сообщение", "пересылаемое сообщение", "перенаправленное сообщение"),
    *("ursprungligt meddelande", "oprindelig meddelelse", "opprinnelig melding"),
    *("původní zpráva", "alkuperäinen viesti", "original e-mail", "original email"),
    *(
        "原始邮件",
        "原始郵件",
        "转发邮件",
        "轉寄郵件",
        "元のメッセージ",
        "転送メッセージ",
        "원본 메시지",
    ),
)
#: A line by itself above a forwarded mail, in lower case, without its colon.
FORWARDS = (
    *("begin forwarded message", "anfang der weitergeleiteten nachricht"),
    *("anfang der weitergeleiteten e-mail", "début du message réexpédié"),
    *("début du message transféré", "inicio del mensaje reenviado", "inizio messaggio inoltrato"),
    *("begin doorgestuurd bericht", "início da mensagem reencaminhada", "転送されたメッセージ"),
    *("początek przekazywanej wiadomości", "начало переадресованного сообщения"),
)
#: How a line begins that a telephone or a program puts under a mail, in lower case.
DEVICES = (
    *(
        "sent from my ",
        "sent from mail for",
        "sent from outlook",
        "sent from yahoo",
        "sent from a ",
    ),
    *("sent with proton", "sent from proton", "sent via ", "get outlook for", "sent from samsung"),
    *("von meinem iphone", "von meinem ipad", "gesendet von ", "gesendet mit ", "gesendet aus "),
    *("diese nachricht wurde von meinem", "holen sie sich outlook", "outlook für ", "von outlook"),
    *("envoyé de mon", "envoyé depuis", "envoyé à partir", "obtenez outlook", "envoyé avec"),
    *("enviado desde mi", "enviado desde ", "obtener outlook", "enviado con", "enviado do meu"),
    *("enviado a partir", "enviado do ", "obter o outlook", "inviato da", "ottieni outlook"),
    *("scarica outlook", "verzonden vanaf", "verstuurd vanaf", "outlook voor ", "download outlook"),
    *("wysłane z ", "wysłano z ", "pobierz outlook", "отправлено с ", "отправлено из "),
    *("скачать outlook", "skickat från min", "sendt fra min", "lähetetty ", "odesláno z"),
    *(
        "发自我的",
        "發自我的",
        "从我的",
        "發送自",
        "iphoneから送信",
        "androidから送信",
        "스마트폰에서",
    ),
    *("나의 iphone", "please excuse my brevity", "iphone'umdan", "yahoo mail: "),
)
