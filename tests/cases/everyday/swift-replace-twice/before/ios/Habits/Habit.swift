import Foundation

struct Habit: Identifiable, Codable {
    let id: UUID
    var name: String
    var colorHex: String
    var doneOn: Set<DateComponents> = []
    var archived = false

    func isDone(_ day: DateComponents) -> Bool {
        doneOn.contains(day)
    }
}
