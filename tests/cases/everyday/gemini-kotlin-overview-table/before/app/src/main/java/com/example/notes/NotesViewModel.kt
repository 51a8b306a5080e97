package com.example.notes

import androidx.lifecycle.ViewModel

class NotesViewModel(private val repository: NotesRepository) : ViewModel() {

    var notes: List<Note> = emptyList()
        private set

    fun load() {
        notes = repository.all()
    }

    fun add(text: String) {
        repository.insert(Note(text))
        load()
    }
}
