/** Short sounds, made by the browser itself. Silent until the user's first click or key, as browsers require. */

import { preferences } from "../app/preferences.svelte";

export type Sound = "turn" | "bid" | "sold" | "build" | "lights" | "end";

interface Tone {
    /** Hertz, at the beginning and at the end. */
    from: number;
    to?: number;
    /** Seconds. */
    at: number;
    lasts: number;
    loud: number;
    shape?: OscillatorType;
}

const C5 = 523.25;
const E5 = 659.25;
const G5 = 783.99;
const C6 = 1046.5;

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
    turn: [
        { from: E5, at: 0, lasts: 0.22, loud: 0.5 },
        { from: C6, at: 0.13, lasts: 0.4, loud: 0.5 },
    ],
    bid: [{ from: 880, at: 0, lasts: 0.07, loud: 0.25, shape: "triangle" }],
    sold: [
        { from: 190, to: 110, at: 0, lasts: 0.16, loud: 0.7, shape: "triangle" },
        { from: 190, to: 110, at: 0.14, lasts: 0.2, loud: 0.7, shape: "triangle" },
    ],
    build: [
        { from: 320, to: 240, at: 0, lasts: 0.08, loud: 0.5, shape: "triangle" },
        { from: 480, to: 400, at: 0.08, lasts: 0.1, loud: 0.4, shape: "triangle" },
    ],
    lights: [
        { from: 98, at: 0, lasts: 0.5, loud: 0.25, shape: "sawtooth" },
        { from: G5, to: C6, at: 0.05, lasts: 0.5, loud: 0.3 },
    ],
    end: [C5, E5, G5, C6].map((from, place) => ({ from, at: place * 0.14, lasts: 0.6, loud: 0.4 })),
};
const MASTER = 0.22;

let context: AudioContext | null = null;

/** Make this sound, if sounds are wanted and may be made. Never fails: a game goes on without a loudspeaker. */
export function playSound(sound: Sound): void {
    if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return;
    try {
        context ??= new AudioContext();
        if (context.state === "suspended") void context.resume().catch(() => undefined);
        for (const tone of TONES[sound]) playTone(context, tone);
    } catch {
        // no sound device, or too many contexts
    }
}

function playTone(audio: AudioContext, tone: Tone): void {
    const begin = audio.currentTime + tone.at;
    const end = begin + tone.lasts;
    const oscillator = new OscillatorNode(audio, { type: tone.shape ?? "sine", frequency: tone.from });
    if (tone.to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(tone.to, end);
    const volume = new GainNode(audio, { gain: 0 });
    // A sudden edge would click: up in ten milliseconds, then fading like a bell.
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(tone.loud * MASTER, begin + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(end);
}
