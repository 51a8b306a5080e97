#!/bin/bash

HOST=app.example.com

build() {
    docker build -t shop .
}

push() {
    docker save shop | ssh $HOST docker load
}

build
push
