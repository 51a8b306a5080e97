#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace graphs {

struct Edge {
    std::string from, to;
    double weight;
};

class Error : public std::runtime_error {
public:
    explicit Error(const std::string &what) : std::runtime_error("graph: " + what) {}
};

template <typename Value>
class Graph {
public:
    using Node = std::pair<const std::string, Value>;

    Graph(std::string name, bool directed) : name_(std::move(name)), directed_(directed) {}
    virtual ~Graph() = default;

    Value &add(const std::string &key, const Value &value) {
        auto [place, is_new] = nodes_.emplace(key, value);
        if (!is_new) {
            throw Error("twice: " + key);
        }
        return place->second;
    }

    void connect(const std::string &from, const std::string &to, double weight = 1.0) {
        if (!nodes_.count(from) || !nodes_.count(to)) {
            throw Error("unknown: " + from + ", " + to);
        }
        edges_.push_back(Edge{from, to, weight});
        if (!directed_) {
            edges_.push_back(Edge{to, from, weight});
        }
    }

    std::vector<std::string> around(const std::string &key, double most) const {
        std::vector<std::string> found;
        for (const auto &edge : edges_) {
            if (edge.from == key && edge.weight <= most) {
                found.push_back(edge.to);
            }
        }
        std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a < b; });
        return found;
    }

    virtual double weight(const std::string &from, const std::string &to) const {
        auto same = [&](const Edge &edge) { return edge.from == from && edge.to == to; };
        auto place = std::find_if(edges_.begin(), edges_.end(), same);
        return place == edges_.end() ? -1.0 : place->weight;
    }

private:
    std::string name_;
    bool directed_;
    std::map<std::string, Value> nodes_;
    std::vector<Edge> edges_;
};

int degree(const Graph<int> &graph, const std::vector<std::string> &keys, double most) {
    int highest = 0;
    for (const auto &key : keys) {
        const auto count = static_cast<int>(graph.around(key, most).size());
        highest = std::max(highest, count);
    }
    return highest;
}

Graph<int> sample(int count, double step) {
    Graph<int> graph("sample", true);
    for (int n = 0; n < count; ++n) {
        graph.add(std::to_string(n), n);
        if (n > 0) {
            graph.connect(std::to_string(n - 1), std::to_string(n), n * step);
        }
    }
    return graph;
}

}  // namespace graphs
