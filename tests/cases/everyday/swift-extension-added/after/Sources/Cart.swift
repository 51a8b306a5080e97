import Foundation

struct Item {
    let name: String
    let price: Double
}

class Cart {
    private var items: [Item] = []

    func add(_ item: Item) {
        items.append(item)
    }

    func total() -> Double {
        return items.reduce(0) { $0 + $1.price }
    }
}
