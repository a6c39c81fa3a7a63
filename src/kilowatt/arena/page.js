// The replay of a game, round by round, in a dialog. The page works without it; only the replays need it.
(function () {
    "use strict";
    var data = JSON.parse(document.getElementById("games").textContent);
    var dialog = document.getElementById("replay");
    var part = function (name) { return dialog.querySelector("[data-part=" + name + "]"); };
    var svg = function (tag, attributes, inside) {
        var made = document.createElementNS("http://www.w3.org/2000/svg", tag);
        Object.keys(attributes).forEach(function (name) { made.setAttribute(name, attributes[name]); });
        if (inside !== undefined) made.textContent = inside;
        return made;
    };
    var element = function (tag, style, inside) {
        var made = document.createElement(tag);
        if (style) made.className = style;
        if (inside !== undefined) made.textContent = inside;
        return made;
    };
    var DASHES = ["none", "7 4", "2 4", "10 3 2 3", "4 2", "1 3"];
    var WIDTH = 430, HEIGHT = 190, LEFT = 34, RIGHT = 8, TOP = 10, BOTTOM = 24;
    var game = null;

    function chart(field, words) {
        var rounds = game.seats[0].cities.length;
        var highest = Math.max.apply(null, game.seats.map(function (seat) { return Math.max.apply(null, seat[field]); })) || 1;
        var x = function (round) { return LEFT + (rounds < 2 ? 0.5 : (round - 1) / (rounds - 1)) * (WIDTH - LEFT - RIGHT); };
        var y = function (value) { return HEIGHT - BOTTOM - (value / highest) * (HEIGHT - TOP - BOTTOM); };
        var drawn = svg("svg", { viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img", "aria-label": words });
        [0, 0.5, 1].forEach(function (part) {
            var value = Math.round(highest * part);
            drawn.append(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: "grid" }));
            drawn.append(svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end", class: "tick" }, value));
        });
        for (var round = 1; round <= rounds; round += rounds > 16 ? 4 : rounds > 8 ? 2 : 1) {
            drawn.append(svg("text", { x: x(round), y: HEIGHT - 6, "text-anchor": "middle", class: "tick" }, round));
        }
        var mark = svg("line", { y1: TOP, y2: HEIGHT - BOTTOM, class: "now" });
        drawn.append(mark);
        game.seats.forEach(function (seat, number) {
            var points = seat[field].map(function (value, index) { return x(index + 1) + "," + y(value); }).join(" ");
            var group = svg("g", { class: data.bots[seat.bot].look });
            group.append(svg("polyline", { points: points, "stroke-dasharray": DASHES[number] }));
            drawn.append(group);
        });
        drawn.moveTo = function (round) { mark.setAttribute("x1", x(round)); mark.setAttribute("x2", x(round)); };
        return drawn;
    }

    var charts = [];
    function show(round) {
        var rounds = game.seats[0].cities.length;
        part("round").textContent = round === rounds ? "the end" : "after round " + round;
        charts.forEach(function (one) { one.moveTo(round); });
        var body = part("seats");
        body.replaceChildren();
        game.seats.slice().sort(function (a, b) { return a.place - b.place; }).forEach(function (seat) {
            var row = element("tr");
            var at = round - 1, last = round === rounds;
            row.append(element("td", "", seat.out ? "out" : seat.place));
            var name = element("td", "word " + data.bots[seat.bot].look);
            name.append(element("i", "dot"), data.bots[seat.bot].name);
            row.append(name, element("td", "word", seat.seat));
            [last ? seat.end[0] : seat.cities[at], last ? seat.end[1] : seat.powered[at], last ? seat.end[2] : seat.money[at]]
                .forEach(function (value) { row.append(element("td", "", value)); });
            var plants = element("td", "word");
            seat.plants.forEach(function (plant) {
                plants.append(element("b", "chip " + (data.kinds[plant] || ""), plant === "flux" ? "33⅓" : plant));
            });
            row.append(plants);
            body.append(row);
        });
    }

    function open(number) {
        game = data.games[number];
        if (!game) return;
        part("title").textContent = "Game " + number;
        part("where").textContent = game.title;
        charts = [chart("cities", "Cities by round"), chart("money", "Money by round")];
        part("cities").replaceChildren(charts[0]);
        part("money").replaceChildren(charts[1]);
        var slider = part("slider");
        slider.max = game.seats[0].cities.length;
        slider.value = slider.max;
        show(Number(slider.value));
        var link = part("record");
        link.hidden = !game.record;
        if (game.record) link.href = game.record;
        part("command").textContent = game.command;
        part("review").textContent = game.review;
        part("whole").hidden = !game.record;
        if (!dialog.open) dialog.showModal();
        slider.focus();
    }

    function follow() {
        var found = /^#game-(\d+)/.exec(location.hash);
        if (found) open(found[1]);
        else if (dialog.open) dialog.close();
    }
    part("slider").addEventListener("input", function (event) { show(Number(event.target.value)); });
    dialog.addEventListener("click", function (event) { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener("close", function () { history.replaceState(null, "", location.pathname + location.search); });
    part("close").addEventListener("click", function () { dialog.close(); });
    addEventListener("hashchange", follow);
    follow();
})();
