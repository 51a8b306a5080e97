REPLIES = {
    "/start": "Hello!",
    "/help": "Try /start",
}


async def on_message(update):
    text = update.text
    reply = REPLIES.get(text, "I don't know that command")
    await update.answer(reply)
