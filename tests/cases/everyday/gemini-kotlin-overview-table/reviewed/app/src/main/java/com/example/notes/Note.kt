package com.example.notes

data class Note(val text: String)
