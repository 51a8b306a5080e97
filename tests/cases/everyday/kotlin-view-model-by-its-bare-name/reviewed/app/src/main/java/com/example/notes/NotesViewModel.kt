package com.example.notes

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import dagger.hilt.android.lifecycle.HiltViewModel
import kotlinx.coroutines.Job
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.flow.update
import kotlinx.coroutines.launch
import java.io.IOException
import javax.inject.Inject

data class NotesUiState(
    val notes: List<Note> = emptyList(),
    val loading: Boolean = false,
    val error: String? = null,
)

@HiltViewModel
class NotesViewModel @Inject constructor(
    private val repository: NotesRepository,
) : ViewModel() {

    private val _state = MutableStateFlow(NotesUiState())
    val state: StateFlow<NotesUiState> = _state.asStateFlow()

    private var loadJob: Job? = null

    init {
        load()
    }

    fun load() {
        loadJob?.cancel()
        loadJob = viewModelScope.launch {
            _state.update { it.copy(loading = true, error = null) }
            try {
                val notes = repository.all()
                _state.update { it.copy(notes = notes) }
            } catch (e: IOException) {
                _state.update { it.copy(error = e.message ?: "Network error") }
            } finally {
                _state.update { it.copy(loading = false) }
            }
        }
    }

    fun retry() = load()

    /** Dismisses the error banner. */
    fun clearError() {
        _state.update { it.copy(error = null) }
    }

    fun delete(note: Note) {
        viewModelScope.launch {
            repository.delete(note.id)
            _state.update { s -> s.copy(notes = s.notes.filterNot { it.id == note.id }) }
        }
    }
}
