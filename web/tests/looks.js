/**
 * How the page looks to somebody who measures it: run inside the page by tests/web/looking.py.
 *
 * Each function answers with a list of complaints in words; an empty list is what we want.
 */
(() => {
    const CONTROLS = "button, a[href], input, select, textarea, summary, [role=button], [role=slider], [role=tab]";
    const SLACK = 1;

    const isSeen = (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.getBoundingClientRect().width > 1 &&
        element.closest(".unseen, [inert]") === null &&
        getComputedStyle(element).clipPath === "none";

    /** What a finger aims at: the label of a checkbox or of a file that is chosen, else the control itself. */
    function target(control) {
        const label = control.closest("label") ?? control.labels?.[0];
        const isMark = control.matches("input[type=checkbox], input[type=radio], input[type=file]");
        return isMark && label != null ? label : control;
    }

    function controls() {
        const open = document.querySelector("dialog:modal") ?? document;
        const found = [...open.querySelectorAll(CONTROLS)].filter((one) => one.closest("svg") === null).map(target);
        return [...new Set(found)].filter(isSeen);
    }

    const inWords = (element) => {
        const name = element.getAttribute("aria-label") ?? element.innerText ?? element.value ?? "";
        const words = name.replaceAll(/\s+/g, " ").trim().slice(0, 40);
        return `<${element.localName} class="${element.getAttribute("class") ?? ""}"> “${words}”`;
    };
    const numbers = (box) =>
        `[${[box.left, box.top, box.right, box.bottom].map((number) => Math.round(number)).join(" ")}]`;

    const meet = (a, b) => ({
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
    });
    const isEmpty = (box) => box.right - box.left <= SLACK || box.bottom - box.top <= SLACK;

    /** What is left of a box in its ancestors, and which one cuts it where no scrolling helps. */
    function within(element, box) {
        let [left, cutter] = [box, null];
        for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement) {
            const style = getComputedStyle(up);
            if (style.display === "contents" || up.localName === "svg") continue;
            const [x, y] = [style.overflowX, style.overflowY];
            if (x === "visible" && y === "visible") continue;
            const frame = up.getBoundingClientRect();
            const cutsX =
                ["hidden", "clip"].includes(x) && (left.left < frame.left - SLACK || left.right > frame.right + SLACK);
            const cutsY =
                ["hidden", "clip"].includes(y) && (left.top < frame.top - SLACK || left.bottom > frame.bottom + SLACK);
            if (cutsX || cutsY) cutter ??= up;
            left = meet(left, frame);
            if (isEmpty(left)) break; // it is scrolled out of sight
        }
        return { left, cutter };
    }

    const viewport = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    const scrollsDown = () => {
        const root = document.documentElement;
        return root.scrollHeight > root.clientHeight && getComputedStyle(root).overflowY !== "hidden";
    };

    function outside(box) {
        const frame = viewport();
        const sideways = box.left < frame.left - SLACK || box.right > frame.right + SLACK;
        const beyond = box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK;
        return sideways || (beyond && !scrollsDown());
    }

    /** Controls of which a part can never be seen. */
    function clipped() {
        return controls().flatMap((control) => {
            const box = control.getBoundingClientRect();
            const { left, cutter } = within(control, box);
            if (cutter !== null) return [`${inWords(control)} ${numbers(box)} is cut by ${inWords(cutter)}`];
            return !isEmpty(left) && outside(left) ? [`${inWords(control)} ${numbers(box)} is beyond the window`] : [];
        });
    }

    /** Controls that overlap, and controls that something else covers. */
    function overlapping() {
        const found = controls()
            .map((control) => ({ control, box: within(control, control.getBoundingClientRect()).left }))
            .filter(({ box }) => !isEmpty(box));
        const pairs = found.flatMap((one, place) =>
            found.slice(place + 1).flatMap((other) => {
                const isNested = one.control.contains(other.control) || other.control.contains(one.control);
                return isNested || isStuck(one.control) !== isStuck(other.control) || isEmpty(meet(one.box, other.box))
                    ? []
                    : [
                          `${inWords(one.control)} ${numbers(one.box)} overlaps ${inWords(other.control)} ${numbers(other.box)}`,
                      ];
            }),
        );
        const covered = found.flatMap(({ control, box }) => {
            const shown = meet(box, viewport());
            if (isEmpty(shown)) return [];
            const top = document.elementFromPoint((shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2);
            const isFree =
                top !== null &&
                (control.contains(top) ||
                    top.contains(control) ||
                    isDisabled(control) ||
                    isStuck(top) !== isStuck(control));
            return isFree
                ? []
                : [`${inWords(control)} ${numbers(box)} is covered by ${top === null ? "?" : inWords(top)}`];
        });
        return [...pairs, ...covered];
    }

    /** What stays while the rest is scrolled away under it. */
    const isStuck = (element) =>
        element !== null &&
        (["sticky", "fixed"].includes(getComputedStyle(element).position) || isStuck(element.parentElement));
    const isDisabled = (control) => getComputedStyle(control).pointerEvents === "none";

    /** Controls too small to be hit. A link within a sentence may be as high as its line. */
    function small(least) {
        return controls().flatMap((control) => {
            const { width, height } = control.getBoundingClientRect();
            const isInText = control.localName === "a" && getComputedStyle(control).display === "inline";
            const isHit = width >= least - 0.5 && height >= least - 0.5;
            return isHit || (isInText && hasTextBeside(control))
                ? []
                : [`${inWords(control)} has ${Math.round(width)} × ${Math.round(height)} px`];
        });
    }

    const hasTextBeside = (link) =>
        [...(link.parentElement?.childNodes ?? [])].some(
            (node) => node !== link && node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.data),
        );

    /** Whatever can be scrolled sideways: the page itself, or a part of it. */
    function sideways() {
        const root = document.documentElement;
        const page = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
        const parts = [...document.body.querySelectorAll("*")].filter(
            (element) =>
                ["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
                element.scrollWidth > element.clientWidth + SLACK &&
                !element.matches("input, textarea, select"),
        );
        return [...page, ...parts.map((element) => `${inWords(element)} scrolls sideways`)];
    }

    function texts() {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const parent = node.parentElement;
            if (
                node.data.trim() === "" ||
                parent === null ||
                parent.closest("svg, select, option, script, style") !== null
            )
                continue;
            if (!isSeen(parent)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            if (box.width > 0) found.push({ parent, box, words: node.data.trim().slice(0, 40) });
        }
        return found;
    }

    /** Texts of which a part can never be read: cut off, out of their button, or beyond the window. */
    function cut() {
        return texts().flatMap(({ parent, box, words }) => {
            if (isShortened(parent, words)) return [];
            const { left, cutter } = within(parent, box);
            const own = getComputedStyle(parent);
            const frame = parent.getBoundingClientRect();
            if (
                own.overflowX !== "visible" &&
                box.right > frame.right + SLACK &&
                !["auto", "scroll"].includes(own.overflowX)
            )
                return [`“${words}” does not fit into ${inWords(parent)}`];
            if (cutter !== null) return [`“${words}” ${numbers(box)} is cut by ${inWords(cutter)}`];
            const button = parent.closest("button, .button, a");
            const edge = button?.getBoundingClientRect();
            if (edge !== undefined && getComputedStyle(button).display !== "inline" && sticksOut(box, edge))
                return [`“${words}” sticks out of ${inWords(button)}`];
            return !isEmpty(left) && outside(left) ? [`“${words}” ${numbers(box)} is beyond the window`] : [];
        });
    }

    /** A name that is shortened with dots and shown in full on hover. */
    const isShortened = (element, words) =>
        getComputedStyle(element).textOverflow === "ellipsis" &&
        (element.closest("[title]")?.getAttribute("title") ?? "").includes(words);
    const sticksOut = (box, edge) => box.left < edge.left - SLACK || box.right > edge.right + SLACK;

    /** Which of these are not wholly inside the window. */
    function hidden(selectors) {
        return selectors.flatMap((selector) => {
            const found = [...document.querySelectorAll(selector)];
            if (found.length === 0) return [`there is no ${selector}`];
            return found.flatMap((element) => {
                const box = element.getBoundingClientRect();
                const shown = meet(within(element, box).left, viewport());
                const isWhole = ["left", "top", "right", "bottom"].every(
                    (side) => Math.abs(shown[side] - box[side]) <= 2,
                );
                return isWhole ? [] : [`${selector}: ${inWords(element)} ${numbers(box)} is not wholly in the window`];
            });
        });
    }

    /** Cities of the map whose click targets overlap or are too small. */
    function crowdedCities(least) {
        const cities = [...document.querySelectorAll("[data-city]")].map((city) => {
            const { left, right, top, bottom } = city.querySelector("circle.hit").getBoundingClientRect();
            return { name: city.dataset.city, x: (left + right) / 2, y: (top + bottom) / 2, width: right - left };
        });
        const pairs = cities.flatMap((one, place) =>
            cities.slice(place + 1).flatMap((other) => {
                const apart = Math.hypot(one.x - other.x, one.y - other.y) - (one.width + other.width) / 2;
                return apart < -SLACK ? [`${one.name} overlaps ${other.name} by ${Math.round(-apart)} px`] : [];
            }),
        );
        const tiny = cities.filter(({ width }) => width < least - 0.5);
        return [...pairs, ...tiny.map(({ name, width }) => `${name} has ${Math.round(width)} px`)];
    }

    /** Names on the map that overlap; a text is measured with room above and below its letters, a quarter of it. */
    function crowdedNames() {
        const names = [...document.querySelectorAll("svg.map text.label, svg.map text.region")].map((name) => ({
            words: name.textContent,
            box: name.getBoundingClientRect(),
        }));
        const isUpon = ({ left, top, right, bottom }, { height }) => right - left > SLACK && bottom - top > height / 4;
        return names.flatMap((one, place) =>
            names
                .slice(place + 1)
                .filter((other) => isUpon(meet(one.box, other.box), one.box))
                .map((other) => `${one.words} ${numbers(one.box)} lies upon ${other.words} ${numbers(other.box)}`),
        );
    }

    /** Cities, of those that are asked about, whose name is not on the map. */
    function unnamedCities(asked = "[data-city]") {
        const names = [...document.querySelectorAll("svg.map text.label")].map((name) => name.textContent);
        return [...document.querySelectorAll(asked)]
            .map((city) => city.getAttribute("aria-label"))
            .filter((label) => !names.some((name) => label === name || label.startsWith(`${name}. `)))
            .map((label) => `${label.slice(0, 30)} has no name on the map`);
    }

    /** Letters smaller than this many pixels, as they are drawn. */
    function smallText(least) {
        const drawn = (element) => {
            let zoom = 1;
            for (let up = element; up !== null; up = up.parentElement) zoom *= Number(getComputedStyle(up).zoom);
            return parseFloat(getComputedStyle(element).fontSize) * zoom;
        };
        const inPictures = [...document.querySelectorAll("svg.map text")].map((parent) => ({
            parent,
            words: parent.textContent,
        }));
        const signs = [...document.querySelectorAll("small[data-price]")]
            .filter(isSeen)
            .map((parent) => ({ parent, words: parent.dataset.price }));
        return [...texts(), ...inPictures, ...signs]
            .filter(({ parent }) => drawn(parent) < least - 0.01)
            .map(({ parent, words }) => `“${words}” in ${inWords(parent)} has ${drawn(parent).toFixed(1)} px`);
    }

    /** What is drawn in a box that is too small for it: pictures cut or lying upon one another. */
    function squeezed() {
        const spaces = [...document.querySelectorAll(".fuel .space, .plants .card")].filter(isSeen);
        return spaces.flatMap((space) => {
            const frame = space.getBoundingClientRect();
            const inside = space.matches(".card") ? ".needs > *, .cities" : "small, svg";
            const parts = [...space.querySelectorAll(inside)].map((part) => part.getBoundingClientRect());
            const isOut = parts.some(
                (part) =>
                    part.width > 0 &&
                    (part.left < frame.left - SLACK ||
                        part.right > frame.right + SLACK ||
                        part.top < frame.top - 2 * SLACK ||
                        part.bottom > frame.bottom + 2 * SLACK),
            );
            const isUpon = parts.some((part, place) =>
                parts.slice(place + 1).some((other) => {
                    const shared = meet(part, other);
                    return shared.right - shared.left > 2 * SLACK && shared.bottom - shared.top > 2 * SLACK;
                }),
            );
            return isOut || isUpon ? [`${inWords(space)} ${numbers(frame)} is too small for what is in it`] : [];
        });
    }

    /** Cities in play that the map does not show at first. */
    function citiesOutOfSight() {
        const frame = document.querySelector("svg.map").getBoundingClientRect();
        return [...document.querySelectorAll("[data-city]")].flatMap((city) => {
            const box = city.querySelector(".plot").getBoundingClientRect();
            const isWhole = Object.entries(meet(box, frame)).every(
                ([side, place]) => Math.abs(place - box[side]) <= SLACK,
            );
            return isWhole ? [] : [`${city.dataset.city} ${numbers(box)} is not in ${numbers(frame)}`];
        });
    }

    /** The focused element, and whether something drawn around it, or in it, shows that it is. */
    function focused() {
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        // A mark that is hidden behind its picture lets its label show the focus; a city of the map has a ring.
        const shown = [element, element.closest("label"), element.querySelector(".ring"), ...besides(element)];
        return { words: inWords(element), seen: shown.some((one) => one != null && isMarked(one)) };
    }

    const besides = (element) =>
        element.classList.contains("unseen") ? [...(element.parentElement?.children ?? [])] : [];

    function isMarked(element) {
        const style = getComputedStyle(element);
        const isOutlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
        return isOutlined || (element.classList.contains("ring") && style.stroke !== "none");
    }

    globalThis.looks = {
        clipped,
        overlapping,
        small,
        sideways,
        cut,
        hidden,
        crowdedCities,
        crowdedNames,
        citiesOutOfSight,
        unnamedCities,
        smallText,
        squeezed,
        focused,
    };
})();
