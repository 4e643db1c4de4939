// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/scope_names.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "graph/scope_card.h"

namespace nw::views {

namespace {

constexpr size_t kMostItems = 2000;                            // of a larger picture, scopes' names are not looked for
constexpr size_t kMostNames = 40;                              // the outermost scopes come first
constexpr double kBesideName = 2;                              // pixels left and right of a name
constexpr double kNextTo = 5;                                  // pixels: up to here a name needs no leader
constexpr std::array kDistances = {2, 8, 16, 26, 38, 52, 70};  // pixels from the scope to its name

QFont name_font(const FaceFonts& fonts, double scale) {
  QFont font = fonts.title;
  font.setPixelSize(static_cast<int>(std::ceil(ZoomLevels::kLeastText / scale)));
  return font;
}

// Right, left, below and above, then the corners and what is between.
constexpr std::array<std::pair<double, double>, 16> kWays = {{{1, 0},
                                                              {-1, 0},
                                                              {0, 1},
                                                              {0, -1},
                                                              {1, 1},
                                                              {-1, 1},
                                                              {1, -1},
                                                              {-1, -1},
                                                              {1, 0.5},
                                                              {-1, 0.5},
                                                              {1, -0.5},
                                                              {-1, -0.5},
                                                              {0.5, 1},
                                                              {-0.5, 1},
                                                              {0.5, -1},
                                                              {-0.5, -1}}};

QRectF space_around(const Picture& picture, double scale, std::optional<double> around) {
  constexpr double kInWindow = 24, kBesideTall = 96;  // pixels
  const bool tall = picture.bounds.height() > picture.bounds.width();
  const double x = around.value_or(tall ? kBesideTall : kInWindow) / scale, y = around.value_or(kInWindow) / scale;
  return picture.bounds.adjusted(-x, -y, x, y);
}

struct Unnamed {
  int32_t scope, box;  // `box`: around it
  int32_t self;        // its own box; -1: it is an item
  QRectF place;
};

class NamePlacer {
 public:
  NamePlacer(const Picture& picture, const FaceFonts& fonts, double scale, std::optional<double> around)
      : picture_(picture),
        fonts_(fonts),
        scale_(scale),
        font_(name_font(fonts, scale)),
        metrics_(font_),
        whole_(space_around(picture, scale, around)) {}

  std::vector<ScopeName> run() {
    for (const Unnamed& scope : unnamed()) {
      const QString title = scope_title(*picture_.scene.tree, scope.scope);
      const QSizeF size(metrics_.horizontalAdvance(title) + 2 * kBesideName / scale_,
                        ZoomLevels::kLeastLine / ZoomLevels::kLeastText * font_.pixelSize());
      if (auto name = place(scope, size)) {
        name->title = title;
        names_.push_back(std::move(*name));
      }
    }
    return std::move(names_);
  }

 private:
  std::vector<Unnamed> unnamed() const {
    const Scene& scene = picture_.scene;
    std::vector<Unnamed> found;
    const auto add = [&](const Unnamed& scope, bool labelled) {
      if (!labelled || !holds_title(scope.place, scope_title(*scene.tree, scope.scope), fonts_, scale_))
        found.push_back(scope);
    };
    for (size_t i = 0; i < scene.items.size(); ++i) {
      const SceneItem& item = scene.items[i];
      if (item.node.valid() || !picture_.zoom.open(item.box, scale_)) continue;
      const bool labelled = scale_ >= detail_at::kBorders && picture_.zoom.labelled(static_cast<int32_t>(i), scale_);
      add({item.scope, item.box, -1, picture_.items[i].rect()}, labelled);
    }
    for (size_t b = 0; b < scene.boxes.size(); ++b)
      if (picture_.zoom.closed(static_cast<int32_t>(b), scale_))
        add({scene.boxes[b].scope, scene.boxes[b].parent, static_cast<int32_t>(b), picture_.boxes[b].rect()}, true);
    std::ranges::stable_sort(
        found, {}, [&](const Unnamed& scope) { return scene.tree->scopes[static_cast<size_t>(scope.scope)].depth; });
    if (found.size() > kMostNames) found.resize(kMostNames);
    return found;
  }

  // Near before far.
  std::optional<ScopeName> place(const Unnamed& scope, const QSizeF& size) const {
    for (const int distance : kDistances)
      for (const auto& [x, y] : kWays) {
        const double far = distance / scale_;
        const QPointF centre = scope.place.center() + QPointF(x * ((scope.place.width() + size.width()) / 2 + far),
                                                              y * ((scope.place.height() + size.height()) / 2 + far));
        const QRectF label(centre - QPointF(size.width(), size.height()) / 2, size);
        if (!is_free(label, scope)) continue;
        const QLineF leader = leader_to(label, scope.place);
        if (leader.length() <= kNextTo / scale_) return ScopeName{scope.scope, scope.box, {}, label, {}};
        if (is_clear(leader, scope)) return ScopeName{scope.scope, scope.box, {}, label, leader};
      }
    return std::nullopt;
  }

  // Between the nearest points of both.
  static QLineF leader_to(const QRectF& label, const QRectF& scope) {
    const auto nearest = [](const QRectF& in, const QPointF& to) {
      return QPointF(std::clamp(to.x(), in.left(), in.right()), std::clamp(to.y(), in.top(), in.bottom()));
    };
    const QPointF from = nearest(scope, label.center());
    return {from, nearest(label, from)};
  }

  // Below the title of the box around it.
  QRectF space_in(int32_t box) const {
    if (box < 0) return whole_;
    const double side = 2 / scale_;
    const double title = static_cast<double>(picture_.headers[static_cast<size_t>(box)]) + face::kAboveContents + 2;
    return picture_.boxes[static_cast<size_t>(box)].rect().adjusted(side, title, -side, -side);
  }

  bool is_free(const QRectF& label, const Unnamed& scope) const {
    if (!space_in(scope.box).contains(label) || label.intersects(scope.place)) return false;
    if (std::ranges::any_of(names_, [&](const ScopeName& name) { return name.place.intersects(label); })) return false;
    const double gap = 1 / scale_;
    return covers_nothing(label.adjusted(-gap, -gap, gap, gap), scope);
  }

  bool covers_nothing(const QRectF& area, const Unnamed& scope) const {
    for (size_t b = 0; b < picture_.boxes.size(); ++b)
      if (picture_.scene.boxes[b].parent == scope.box && static_cast<int32_t>(b) != scope.self &&
          picture_.boxes[b].meets(area))
        return false;
    bool covers = false;
    picture_.item_index.query(area, [&](int32_t i) {
      const auto at = static_cast<size_t>(i);
      const bool own = picture_.items[at].rect() == scope.place || inside(picture_.scene.items[at].box, scope.self);
      covers = covers || (!own && picture_.items[at].meets(area));
    });
    return !covers;
  }

  bool inside(int32_t box, int32_t around) const {
    if (around < 0) return false;
    for (; box >= 0; box = picture_.scene.boxes[static_cast<size_t>(box)].parent)
      if (box == around) return true;
    return false;
  }

  // Leads past everything else.
  bool is_clear(const QLineF& leader, const Unnamed& scope) const {
    const double side = 2 / scale_;
    const int steps = static_cast<int>(std::ceil(leader.length() / side));
    for (int i = 0; i <= steps; ++i) {
      const QRectF point(leader.pointAt(double(i) / steps) - QPointF(side, side) / 2, QSizeF(side, side));
      if (!covers_nothing(point, scope)) return false;
      if (std::ranges::any_of(names_, [&](const ScopeName& name) { return name.place.intersects(point); }))
        return false;
    }
    return true;
  }

  const Picture& picture_;
  const FaceFonts& fonts_;
  const double scale_;
  const QFont font_;
  const QFontMetricsF metrics_;
  const QRectF whole_;
  std::vector<ScopeName> names_;
};

}  // namespace

std::vector<ScopeName> names_beside_scopes(const Picture& picture, const FaceFonts& fonts, double scale,
                                           std::optional<double> around) {
  if (scale >= ZoomLevels::kAllOpen || picture.items.size() > kMostItems) return {};
  return NamePlacer(picture, fonts, scale, around).run();
}

void paint_scope_name(QPainter& painter, const ScopeName& name, const FaceFonts& fonts, const Theme& theme,
                      const QColor& ground, double scale) {
  if (!name.leader.isNull()) {
    painter.setPen(QPen(theme.dim, 1 / scale));
    painter.drawLine(name.leader);
  }
  painter.fillRect(name.place, ground);
  painter.setFont(name_font(fonts, scale));
  painter.setPen(with_contrast(theme.text, ground, 4.5));
  painter.drawText(name.place, Qt::AlignCenter | Qt::TextDontClip, name.title);
}

}  // namespace nw::views
