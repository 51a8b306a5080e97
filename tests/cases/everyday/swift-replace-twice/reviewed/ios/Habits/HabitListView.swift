import SwiftUI

struct HabitListView: View {
    @ObservedObject var store: HabitStore
    @State private var newName = ""

    var body: some View {
        NavigationStack {
            List {
                Section("New habit") {
                    TextField("Name", text: $newName)
                    Button("Add") {
                        store.add(name: newName, colorHex: "#2b6cb0")
                        newName = ""
                    }
                    .disabled(newName.trimmingCharacters(in: .whitespaces).isEmpty)
                }
                Section("Habits") {
                    ForEach(store.habits) { habit in
                        HabitRow(habit: habit)
                            .swipeActions {
                                Button("Delete", role: .destructive) {
                                    store.delete(habit.id)
                                }
                                Button("Archive") {
                                    store.archive(habit.id)
                                }
                                .tint(.orange)
                            }
                    }
                }
            }
            .navigationTitle("Habits")
        }
    }
}

struct HabitRow: View {
    let habit: Habit

    var body: some View {
        HStack {
            Text(habit.name)
            Spacer()
            if habit.archived {
                Image(systemName: "archivebox")
            }
        }
    }
}
