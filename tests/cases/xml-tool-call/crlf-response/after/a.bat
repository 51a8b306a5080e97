@echo off
echo b & echo c
