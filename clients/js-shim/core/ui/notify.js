/** @import {Client} from "../state/client.js" */

/**
 * Tells somebody that it is their moment, once for each moment: by a sound that can be switched off,
 * and by vibration where a device has it. What there is to see, the desk shows.
 *
 * @param {Client} client
 * @param {{quiet: () => boolean, chime: () => void, vibrate: (ms: number) => void}} means
 * @returns {() => void} ends it
 */
export function notice(client, { quiet, chime, vibrate }) {
  let told = "";
  return client.subscribe((kind) => {
    if (kind !== "tick" && kind !== "snapshot") return;
    const moment = mine(client);
    if (moment && moment !== told) {
      vibrate(200);
      if (!quiet()) chime();
    }
    told = moment;
  });
}

/** The moment in which somebody's own combatants act, or "". @param {Client} client */
export function mine({ table: { view, user, role } }) {
  if (role !== "player") return "";
  const acting = (view.active ?? []).filter(
    (id) => user !== undefined && view.combatants?.[id]?.owner === user,
  );
  return acting.length > 0 ? [view.round, view.phase, view.cursor.from, ...acting].join(" ") : "";
}

/** Two soft tones, made here: no file, no request. @param {AudioContext} audio */
export function chime(audio) {
  for (const [n, pitch] of [660, 880].entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + n * 0.16;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.18, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.45);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
}
