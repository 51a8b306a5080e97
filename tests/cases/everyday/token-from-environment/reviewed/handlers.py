REPLIES = {
    "/start": "Hello!",
    "/help": "Try /start",
}


async def on_message(update):
    text = update.text
    reply = REPLIES[text]
    await update.answer(reply)
