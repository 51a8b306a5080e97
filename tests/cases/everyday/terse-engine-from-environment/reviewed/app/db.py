import os
from sqlalchemy import create_engine
from sqlalchemy.orm import declarative_base, sessionmaker

engine = create_engine(os.environ.get("DATABASE_URL", "sqlite:///demo.db"))
session = sessionmaker(bind=engine)()
Base = declarative_base()
