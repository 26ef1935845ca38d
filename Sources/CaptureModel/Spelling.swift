/// Finds the known word that somebody probably meant.
package enum Spelling {
    /// The known word nearest to `word`, or `nil` when none is near enough to be a likely slip.
    package static func nearest(to word: String, among known: [String]) -> String? {
        near(to: word, among: known, atMost: 1).first
    }

    /// Up to `atMost` known words near to `word`, the nearest first; equal ones in the order of `known`.
    package static func near(to word: String, among known: [String], atMost: Int) -> [String] {
        let wanted = Array(word.lowercased())
        guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
        var found: [(word: String, distance: Int, index: Int)] = []
        for (index, candidate) in known.enumerated() {
            let other = Array(candidate.lowercased())
            guard other.count <= 64 else { continue }
            var distance = editDistance(wanted, other)
            // A word cut short (`descr`) or one part of a compound (`ball` in `big-ball`) is near, too.
            let shorter = min(wanted.count, other.count)
            if shorter >= 3 && (other.starts(with: wanted) || wanted.starts(with: other)) {
                distance = min(distance, 1)
            }
            if distance <= max(1, min(3, max(wanted.count, other.count) / 3)) && distance < other.count {
                found.append((candidate, distance, index))
            }
        }
        found.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        return found.prefix(atMost).map(\.word)
    }

    /// The number of letters to insert, delete, replace, or swap with their neighbour to make one word the other.
    package static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
        if first.isEmpty || second.isEmpty { return max(first.count, second.count) }
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 1...first.count {
            var current = [row]
            current.reserveCapacity(second.count + 1)
            for column in 1...second.count {
                let differs = first[row - 1] == second[column - 1] ? 0 : 1
                var distance = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + differs)
                if row > 1 && column > 1 && first[row - 1] == second[column - 2] && first[row - 2] == second[column - 1]
                {
                    distance = min(distance, beforeLast[column - 2] + 1)
                }
                current.append(distance)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
