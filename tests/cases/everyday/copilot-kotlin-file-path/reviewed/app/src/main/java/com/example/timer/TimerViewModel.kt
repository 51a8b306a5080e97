package com.example.timer

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.launch

class TimerViewModel : ViewModel() {
    val seconds = MutableStateFlow(0)
    private var job: Job? = null

    fun start() {
        if (job?.isActive == true) return
        job = viewModelScope.launch {
            while (true) {
                delay(1000)
                seconds.value += 1
            }
        }
    }

    fun stop() {
        job?.cancel()
    }

    fun reset() {
        stop()
        seconds.value = 0
    }
}
