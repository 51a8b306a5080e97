import Foundation

struct Note: Codable, Identifiable {
    let id: UUID
    var title: String
    var body: String
    var created: Date

    init(title: String, body: String) {
        self.id = UUID()
        self.title = title
        self.body = body
        self.created = Date()
    }

    var preview: String {
        String(body.prefix(80))
    }
}

extension Note {
    static let sample = Note(title: "Shopping", body: "Milk, eggs, bread")
}
