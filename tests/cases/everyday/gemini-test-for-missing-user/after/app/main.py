from fastapi import FastAPI

from app.routers import users

app = FastAPI(title="Demo")
app.include_router(users.router)


@app.get("/ping")
def ping():
    return {"ping": "pong"}
