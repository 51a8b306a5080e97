@echo off
echo a
