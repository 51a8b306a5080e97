import Foundation

protocol FeedSource {
    func items(since date: Date, limit: Int) async throws -> [FeedItem]
}

struct FeedItem: Identifiable, Hashable {
    let id: UUID
    var title: String
    var tags: [String] = []
    var isRead = false
}

enum FeedError: Error {
    case offline
    case rejected(code: Int, message: String)
}

final class Feed {
    private let source: FeedSource
    private var items: [UUID: FeedItem] = [:]
    private var listeners: [(FeedItem, Int) -> Void] = []
    var title = "Feed"

    init(source: FeedSource, title: String = "Feed") {
        self.source = source
        self.title = title
    }

    var unread: Int {
        return items.values.filter { !$0.isRead }.count
    }

    func refresh(limit: Int = 50) async throws -> Int {
        let found = try await source.items(since: Date(), limit: limit)
        guard found.count > 0 else {
            throw FeedError.rejected(code: 204, message: "nothing new")
        }
        for item in found {
            items[item.id] = item
            listeners.forEach { $0(item, items.count) }
        }
        return found.count
    }

    func markRead(_ id: UUID, _ isRead: Bool = true) -> Bool {
        guard var item = items[id] else {
            return false
        }
        item.isRead = isRead
        items[id] = item
        return true
    }

    func search(_ text: String, tags: [String], limit: Int) -> [FeedItem] {
        let words = text.lowercased().split(separator: " ", maxSplits: 8)
        var found: [FeedItem] = []
        for item in items.values {
            if words.allSatisfy({ item.title.contains($0) }) {
                found.append(item)
            }
        }
        return Array(found.sorted { $0.title < $1.title }.prefix(limit))
    }

    func describe(_ error: FeedError) -> String {
        switch error {
        case .offline:
            return "offline"
        case .rejected(let code, let message):
            return String(format: "%d: %@", code, message)
        }
    }

    func listen(_ listener: @escaping (FeedItem, Int) -> Void) {
        listeners.append(listener)
    }
}

extension Feed {
    static func sample(count: Int, title: String) -> [FeedItem] {
        var items: [FeedItem] = []
        for n in 0..<count {
            let item = FeedItem(id: UUID(), title: "\(title) \(n)", tags: ["sample", "new", title])
            items.append(item)
        }
        return items
    }
}
