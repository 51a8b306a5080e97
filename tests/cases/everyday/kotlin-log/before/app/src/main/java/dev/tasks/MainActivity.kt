package dev.tasks

import android.os.Bundle
import androidx.appcompat.app.AppCompatActivity

class MainActivity : AppCompatActivity() {
    private val repository by lazy { TaskRepository(TaskDao()) }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.activity_main)
        showTasks()
    }

    private fun showTasks() {
        val tasks = repository.all()
        println(tasks.size)
    }
}
