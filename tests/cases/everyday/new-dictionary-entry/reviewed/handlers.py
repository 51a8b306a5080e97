REPLIES = {
    "/start": "Hello!",
    "/help": "Try /start",
    "/stop": "Bye!",
}


async def on_message(update):
    text = update.text
    reply = REPLIES[text]
    await update.answer(reply)
