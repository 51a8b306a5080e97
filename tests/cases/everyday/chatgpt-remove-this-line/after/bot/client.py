class Client:
    def __init__(self, token):
        self.token = token

    async def connect(self):
        ...

    async def receive(self):
        ...

    async def reply(self, message):
        ...
