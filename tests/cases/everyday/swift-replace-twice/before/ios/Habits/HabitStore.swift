import Foundation
import Combine

final class HabitStore: ObservableObject {
    @Published private(set) var habits: [Habit] = []

    private let fileURL: URL

    init(fileURL: URL) {
        self.fileURL = fileURL
        load()
    }

    func add(name: String, colorHex: String) {
        habits.append(Habit(id: UUID(), name: name, colorHex: colorHex))
        save()
    }

    func rename(_ id: UUID, to name: String) {
        guard let index = habits.firstIndex(where: { $0.id == id }) else { return }
        habits[index].name = name
        save()
    }

    func recolor(_ id: UUID, to colorHex: String) {
        guard let index = habits.firstIndex(where: { $0.id == id }) else { return }
        habits[index].colorHex = colorHex
        save()
    }

    func archive(_ id: UUID) {
        guard let index = habits.firstIndex(where: { $0.id == id }) else { return }
        habits[index].archived = true
        save()
    }

    func delete(_ id: UUID) {
        habits.removeAll { $0.id == id }
        save()
    }

    private func load() {
        guard let data = try? Data(contentsOf: fileURL) else { return }
        habits = (try? JSONDecoder().decode([Habit].self, from: data)) ?? []
    }

    private func save() {
        let data = try? JSONEncoder().encode(habits)
        try? data?.write(to: fileURL)
    }
}
