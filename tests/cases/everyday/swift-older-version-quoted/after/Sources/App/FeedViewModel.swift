import Foundation
import OSLog

private let logger = Logger(subsystem: "com.example.feed", category: "FeedViewModel")

@MainActor
final class FeedViewModel: ObservableObject {
    @Published private(set) var items: [FeedItem] = []
    @Published private(set) var isLoading = false
    @Published var error: Error?

    private let api: FeedAPI
    private var page = 1

    init(api: FeedAPI) {
        self.api = api
    }

    func load() async {
        isLoading = true
        defer { isLoading = false }
        // TODO: cancel when the view disappears
        do {
            items = try await api.fetchItems(page: page)
            page += 1
        }
        catch {
            logger.error("load failed: \(error)")
            self.error = error
        }
    }

    func refresh() async {
        isLoading = true
        defer { isLoading = false }
        page = 1
        do {
            items = try await api.fetchItems(page: page)
            page += 1
        }
        catch {
            logger.error("refresh failed: \(error)")
            self.error = error
        }
    }

    func remove(_ item: FeedItem) {
        items.removeAll { $0.id == item.id }
    }
}
