package com.example.notes

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.launch

class NotesViewModel(private val repository: NotesRepository) : ViewModel() {

    private val _notes = MutableStateFlow<List<Note>>(emptyList())
    val notes: StateFlow<List<Note>> = _notes

    fun load() {
        viewModelScope.launch {
            _notes.value = repository.all()
        }
    }

    fun add(text: String) {
        viewModelScope.launch {
            repository.insert(Note(text))
            _notes.value = repository.all()
        }
    }
}
