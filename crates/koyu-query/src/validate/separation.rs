//! What stays connected when one place is taken out of a graph (for 08 §6.5).
//!
//! `access.backofhouse` searches, for each stair, from all corridors to that stair without going
//! through it. One search a stair would make the work grow with stairs times spaces. Here one walk
//! over the graph is enough: a depth-first tree, and for each node how far back toward the root
//! its subtree reaches (the classic way to cut vertices). Taking a node out separates exactly
//! those subtrees below it that reach no farther back than the node itself.

use koyu_model::Name;

use crate::passages::Passages;

/// A graph of the nodes that may be entered, some of them marked.
pub(super) struct Separation {
    /// The place of each node in the walk, by [`Name::index`]; `None` outside the graph.
    place: Vec<Option<u32>>,
    /// By place: the walk's nodes.
    walked: Vec<Walked>,
    /// By place: how many marks lie before it in the walk; one more entry for all.
    marks_before: Vec<u32>,
}

/// A node of the depth-first tree. All numbers are places in the walk, which is in the order of
/// first arrival, so that a subtree is a range of places.
struct Walked {
    name: Name,
    root: u32,
    /// One past the last place of the subtree.
    end: u32,
    /// The earliest place that some way out of the subtree leads to.
    back: u32,
    /// The children, ascending.
    children: Vec<u32>,
    /// The marks in those subtrees below it that taking it out separates.
    separated: u32,
}

impl Separation {
    /// Walks over all nodes that are reachable from a mark through nodes that may be entered.
    /// Marks are in the graph in any case.
    pub(super) fn new(passages: &Passages, marks: &[Name], entered: impl Fn(Name) -> bool) -> Self {
        let mut it = Self {
            place: vec![None; passages.nodes()],
            walked: Vec::new(),
            marks_before: Vec::new(),
        };
        let mut marked = vec![false; passages.nodes()];
        for mark in marks {
            marked[mark.index()] = true;
        }
        let within = |node: Name| marked[node.index()] || entered(node);
        for &mark in marks {
            if it.place[mark.index()].is_none() {
                it.walk(passages, mark, &within);
            }
        }
        let mut count = 0;
        it.marks_before.push(0);
        for node in &it.walked {
            count += u32::from(marked[node.name.index()]);
            it.marks_before.push(count);
        }
        for place in 0..it.walked.len() as u32 {
            let children = it.walked[place as usize].children.iter();
            let separate = children.filter(|&&child| it.is_separate(child, place));
            let marks: u32 = separate.map(|&child| it.marks_of(child)).sum();
            it.walked[place as usize].separated = marks;
        }
        it
    }

    fn arrive(&mut self, name: Name, root: Option<u32>) -> u32 {
        let place = self.walked.len() as u32;
        self.place[name.index()] = Some(place);
        self.walked.push(Walked {
            name,
            root: root.unwrap_or(place),
            end: place + 1,
            back: place,
            children: Vec::new(),
            separated: 0,
        });
        place
    }

    /// The depth-first tree of one component; an explicit stack, because it may be deep.
    fn walk(&mut self, passages: &Passages, from: Name, within: &impl Fn(Name) -> bool) {
        let root = self.arrive(from, None);
        let mut stack = vec![(root, 0)];
        while let Some((place, next)) = stack.last_mut() {
            let place = *place;
            let name = self.walked[place as usize].name;
            if let Some(way) = passages.of(name).get(*next) {
                *next += 1;
                match self.place[way.to.index()] {
                    Some(known) => {
                        let back = &mut self.walked[place as usize].back;
                        *back = known.min(*back);
                    }
                    None if within(way.to) => {
                        let child = self.arrive(way.to, Some(root));
                        self.walked[place as usize].children.push(child);
                        stack.push((child, 0));
                    }
                    None => {}
                }
                continue;
            }
            stack.pop();
            let (end, back) = (self.walked.len() as u32, self.walked[place as usize].back);
            self.walked[place as usize].end = end;
            if let Some((parent, _)) = stack.last() {
                let parent = &mut self.walked[*parent as usize];
                parent.back = parent.back.min(back);
            }
        }
    }

    /// The marks of a subtree.
    fn marks_of(&self, place: u32) -> u32 {
        let end = self.walked[place as usize].end;
        self.marks_before[end as usize] - self.marks_before[place as usize]
    }

    /// Whether taking out a node separates the subtree of one of its children.
    fn is_separate(&self, child: u32, without: u32) -> bool {
        self.walked[child as usize].back >= without
    }

    /// Whether a node is a mark.
    pub(super) fn is_mark(&self, node: Name) -> bool {
        self.place[node.index()].is_some_and(|place| {
            let place = place as usize;
            self.marks_before[place + 1] > self.marks_before[place]
        })
    }

    /// Whether a mark is connected with `node` when `without`, which is no mark, is taken out.
    pub(super) fn finds_mark(&self, node: Name, without: Name) -> bool {
        // Everything that was walked over is connected with a mark.
        let Some(node) = self.place[node.index()] else {
            return false;
        };
        let Some(out) = self.place[without.index()] else {
            return true;
        };
        let (walked, cut) = (&self.walked[node as usize], &self.walked[out as usize]);
        if node == out {
            return false;
        }
        if walked.root != cut.root {
            return true;
        }
        // The child whose subtree the node is in: the last that does not begin after it.
        let after = cut.children.partition_point(|&child| child <= node);
        let child = after.checked_sub(1).map(|at| cut.children[at]);
        let below = child.filter(|_| out < node && node < cut.end);
        match below {
            Some(child) if self.is_separate(child, out) => self.marks_of(child) > 0,
            _ => self.marks_of(cut.root) > cut.separated,
        }
    }
}

#[cfg(test)]
mod tests {
    use koyu_model::form::Derivation;
    use koyu_model::{Model, compose_text};
    use proptest::prelude::*;

    use super::*;

    /// Nodes `/n0` to `/n<count − 1>`, joined by open boundaries.
    fn graph(count: usize, joined: &[(usize, usize)]) -> Model {
        let mut text = String::new();
        for node in 0..count {
            text += &format!("space /n{node} room\n");
        }
        let mut known = std::collections::HashSet::new();
        for &(a, b) in joined {
            if known.insert((a.min(b), a.max(b))) {
                text += &format!("boundary /n{a} /n{b} type:open\n");
            }
        }
        compose_text(&text).unwrap()
    }

    fn node(model: &Model, number: usize) -> Name {
        model.names().find(&format!("/n{number}")).unwrap()
    }

    /// A search from `from`, not entering `without` nor what is not `within`.
    fn searches(
        passages: &Passages,
        from: Name,
        without: Name,
        within: &dyn Fn(Name) -> bool,
        marks: &[Name],
    ) -> bool {
        let (mut open, mut seen) = (vec![from], Vec::new());
        while let Some(at) = open.pop() {
            if at == without || !within(at) || seen.contains(&at) {
                continue;
            }
            if marks.contains(&at) {
                return true;
            }
            seen.push(at);
            open.extend(passages.of(at).iter().map(|way| way.to));
        }
        false
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn it_finds_what_a_search_finds(
            joined in prop::collection::vec((0..12usize, 0..12usize), 0..22),
            marks in prop::collection::vec(0..12usize, 1..4),
            shut in prop::collection::vec(0..12usize, 0..3),
        ) {
            let model = graph(12, &joined);
            let derivation = Derivation::new(&model);
            let passages = Passages::new(&derivation);
            let all: Vec<Name> = (0..12).map(|number| node(&model, number)).collect();
            let marks: Vec<Name> = marks.into_iter().map(|number| all[number]).collect();
            let shut: Vec<Name> = shut.into_iter().map(|number| all[number]).collect();
            let entered = |name: Name| !shut.contains(&name);
            let within = |name: Name| marks.contains(&name) || entered(name);
            let separation = Separation::new(&passages, &marks, entered);
            for &without in all.iter().filter(|name| !marks.contains(name)) {
                for &from in &all {
                    prop_assert_eq!(
                        separation.finds_mark(from, without),
                        searches(&passages, from, without, &within, &marks),
                        "{} without {}", model.text(from), model.text(without)
                    );
                }
            }
            for &name in &all {
                prop_assert_eq!(separation.is_mark(name), marks.contains(&name));
            }
        }
    }
}
