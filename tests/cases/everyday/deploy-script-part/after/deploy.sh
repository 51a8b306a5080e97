#!/bin/bash
docker build -t shop .
docker push registry.example.com/shop
ssh $HOST docker compose pull
ssh $HOST docker compose up -d
