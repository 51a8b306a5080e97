package dev.tasks

class TaskRepository(private val dao: TaskDao) {
    private var cache: List<Task>? = null

    fun all(): List<Task> {
        if (cache == null) {
            cache = dao.loadAll()
        }
        return cache!!
    }

    fun add(task: Task) {
        dao.insert(task)
    }
}
