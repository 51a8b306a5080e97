package dev.tasks

class Task(val id: Long, val title: String, val done: Boolean)
