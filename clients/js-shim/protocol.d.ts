// Generated from the messages by `make types`; do not edit.
// Every field is explained in protocol/PROTOCOL.md. What is absent is none.

export type Role = "gm" | "player" | "observer";

export type Phase = "setup" | "declare" | "roll" | "surprise" | "bonus" | "act" | "end" | "rest" | "over";

export type ErrorCode = "bad_message" | "unauthorized" | "not_allowed" | "not_yours" | "unknown_combatant" | "unknown_table" | "unknown_system" | "wrong_phase" | "waiting" | "illegal_declaration" | "illegal_value" | "running" | "id_reused" | "stale" | "nothing_to_undo" | "rate_limited" | "too_large" | "unavailable" | "internal";

export type EventName = "opened" | "options_set" | "added" | "changed" | "removed" | "surprised" | "began" | "declared" | "cancelled" | "rolled" | "corrected" | "rolled_off" | "settled" | "moved" | "acted" | "spell_begun" | "spell_completed" | "spell_lost" | "arrived" | "stopped" | "unmet" | "hit" | "healed" | "stabilised" | "bled" | "died" | "delayed" | "returned" | "readied" | "lapsed" | "triggered" | "placed" | "marked" | "unmarked" | "clock_set" | "undone" | "redone" | "ended" | "saved" | "forgotten" | "set_aside" | "taken_up";

/** Something that happened, as far as the role may know; its fields depend on `event`. */
export interface Told {
  event: EventName;
  combatant?: string;
  clause?: string;
  [field: string]: unknown;
}

/** A JSON Merge Patch (RFC 7396): null removes. */
export interface Patch {
  [field: string]: unknown;
}

/**
 * What the combatant means to do; it replaces what was declared in this round, not what is carried over.
 *
 * Exactly one of: `actions`, of which an empty list says that the combatant does nothing; `again`, what it
 * declared last; `usual`, what it keeps as its usual actions.
 * The owner, while declarations are open (SEG-C2); the GM also after the dice (SEG-C14).
 * Refused: `wrong_phase`, `illegal_declaration`, `too_large` (more than 12 actions), `unknown_combatant`
 * (also for an aim that is gone), `illegal_value` where nothing is there to repeat, `bad_message` unless
 * exactly one is given.
 */
export interface DoDeclare {
  do: "declare";
  combatant: string;
  actions?: Action[];
  again?: boolean;
  usual?: boolean;
}

/** A declared action, as on the wire. Which fields an `act` takes, its system says. */
export interface Action {
  act: string;
  name?: string;
  label?: string;
  target?: string;
  targets?: string[];
  segments?: number;
  rounds?: number;
  turns?: number;
  minutes?: number;
  hours?: number;
  onset?: number;
  feet?: number;
  shots?: number;
  routines?: number;
  weapon?: string;
  speed?: number;
  plus?: number | [number, number];
  attacks?: number | string | string[];
  forms?: Form[];
  size?: string;
  kind?: string;
  casting_time?: number;
}

/** One of several forms of attack made at one moment (2E-C11). */
export interface Form {
  weapon?: string;
  speed?: number;
  size?: string;
  plus?: number | [number, number];
}

/**
 * Take back the declared action of that index; it stays in the list, so that no index moves (SEG-C15).
 *
 * The owner or the GM, as long as the action is not over. Refused: `illegal_value`.
 */
export interface DoCancel {
  do: "cancel";
  combatant: string;
  action: number;
}

/**
 * Roll for a combatant's id, for `side:NAME`, for `all` who still have to, or for those of the `npcs`
 * who have to and are no player's; also a roll-off.
 *
 * The owner, for the own combatants and the own side; the GM for anybody. Only the GM rolls for `all`
 * and `npcs`, has dice thrown `again` (as long as nobody has acted on them) and, where the option
 * `typed_dice` is "gm", types faces.
 * Refused: `wrong_phase` where no roll is owed, `illegal_value` for faces that no such dice have,
 * `not_allowed`, `not_yours`. Clauses: SEG-C1, 2E-C2, SF-C1, MM-C1.
 */
export interface DoRoll {
  do: "roll";
  for: string;
  faces?: number[];
  rerolls?: Face[];
  again?: boolean;
}

/** A reroll made at the table by hand: die `die` (counted from 0) shows `face`. */
export interface Face {
  face: number;
  die?: number;
}

/**
 * Use an Edge on die `die`, or decline it by leaving `die` out (MM-A6).
 *
 * The owner or the GM, while the roll waits for it. Refused: `wrong_phase`, `illegal_value`.
 */
export interface DoReroll {
  do: "reroll";
  combatant: string;
  die?: number;
  face?: number;
}

/**
 * Act later than the own turn (SF-C13).
 *
 * The owner or the GM, in the combatant's turn. Refused: `wrong_phase`, `illegal_declaration`.
 */
export interface DoDelay {
  do: "delay";
  combatant: string;
}

/**
 * Come back from a delay, directly after the creature whose turn it is (SF-A1).
 *
 * The owner or the GM, in anybody's turn. Refused: `wrong_phase` unless the combatant delays.
 */
export interface DoReturn {
  do: "return";
  combatant: string;
}

/**
 * Hold an action until `trigger` happens, which is told in words (SF-C13).
 *
 * The owner or the GM, in the combatant's turn. Refused: `wrong_phase`, `illegal_declaration`,
 * `bad_message` without a trigger.
 */
export interface DoReady {
  do: "ready";
  combatant: string;
  trigger: string;
}

/**
 * The readied action comes now; `by` is the combatant who caused it, else whoever acts (SF-A2).
 *
 * The owner or the GM, in anybody's turn. Refused: `wrong_phase` unless the combatant has readied,
 * `illegal_value` where it would trigger itself.
 */
export interface DoTrigger {
  do: "trigger";
  combatant: string;
  by?: string;
}

/**
 * The combatant has done all that it does at this moment.
 *
 * The owner or the GM, while it acts. Refused: `wrong_phase`.
 */
export interface DoEndTurn {
  do: "end_turn";
  combatant: string;
}

/**
 * Open a new fight under a system and its options, with the combatants that `keep` says.
 *
 * `owned`: who has an owner; `pcs`: the players' characters, owned or not. `unhurt`: those have full hit
 * points, and no effects.
 * The GM. Over a running fight only with `force`, else `running`; then it can be undone.
 * Refused: `unknown_system`, `illegal_value` for an option, `too_large` (more than 500 combatants).
 */
export interface DoOpen {
  do: "open";
  system: string;
  options?: Record<string, unknown>;
  keep?: "all" | "none" | "owned" | "pcs";
  force?: boolean;
  unhurt?: boolean;
}

/**
 * Change house rules within a fight. `set` is a merge patch (RFC 7396): null gives one its default.
 *
 * The GM, at any time; what moves places counts from the next round. Refused: `illegal_value`.
 */
export interface DoOptions {
  do: "options";
  set: Record<string, unknown>;
}

/**
 * Add combatants: all of them or none.
 *
 * The GM, at any time. Refused: `illegal_value` for an id that is taken or a trait that the system does
 * not know, `too_large` (more than 500 combatants, or 4,096 bytes of traits).
 */
export interface DoAdd {
  do: "add";
  combatants: NewCombatant[];
}

/**
 * A combatant as the GM describes it; what is left out gets a default.
 *
 * `creature`: what it is one of ("Goblin"); left out, what an npc with a number is called. `copies`: so many
 * single ones, with numbers behind the highest that this name has.
 */
export interface NewCombatant {
  id?: string;
  name?: string;
  side?: string;
  kind?: "npc" | "pc";
  owner?: string;
  token?: string;
  hidden?: boolean;
  able?: boolean;
  count?: number;
  hp?: number;
  hp_max?: number;
  traits?: Record<string, unknown>;
  usual?: Action[];
  creature?: string;
  copies?: number;
}

/**
 * Change a combatant. `set` is a merge patch (RFC 7396): null clears a field.
 *
 * The GM, at any time. Refused: `illegal_value`, `unknown_combatant`, `too_large`.
 */
export interface DoChange {
  do: "change";
  combatant: string;
  set: Record<string, unknown>;
}

/**
 * Take a combatant out of the fight; the id is free again.
 *
 * The GM, at any time. Refused: `unknown_combatant`.
 */
export interface DoRemove {
  do: "remove";
  combatant: string;
}

/**
 * `count` of a group become a combatant of their own, with the group's roll and place (MM-A11).
 *
 * The GM, at any time; not while the group's tie is open (`wrong_phase`). Refused: `illegal_value`
 * unless 1 to one less than the group, or for an id that is taken; `too_large`. Without a `name` it
 * is called like the group, with the next number.
 */
export interface DoSplit {
  do: "split";
  combatant: string;
  count: number;
  id?: string;
  name?: string;
}

/**
 * Say who is surprised: `sides`, for how many segments each (adnd1e, SEG-C9), and `combatants`, single
 * ones apart from their side; in the other systems who is, and `by` whom.
 *
 * The GM, when the system allows it (SEG-C9, MM-C18, MM-C21).
 * Refused: `wrong_phase`, `illegal_value`, `bad_message`, `unknown_combatant`.
 */
export interface DoSurprise {
  do: "surprise";
  sides?: Record<string, number>;
  combatants?: string[] | Record<string, number>;
  by?: string[];
}

/**
 * Begin the fight with those who are there.
 *
 * The GM, before a fight or after it. Refused: `wrong_phase` while one runs, or if nobody is able to act.
 */
export interface DoBegin {
  do: "begin";
}

/**
 * Settle a tie by an agreement, or by the GM's word: `order` names those who tie, first to last.
 *
 * The GM, while the tie is open (SF-C10, MM-C10, MM-A1). Refused: `illegal_value` for anything but one tie.
 */
export interface DoSettle {
  do: "settle";
  order: string[];
}

/**
 * On to the next moment, segment or round.
 *
 * The GM, while a fight runs. Refused: `wrong_phase`; `waiting`, with the prompts, while a roll or a
 * declaration is missing. With `force` the system decides in place of those who have not.
 */
export interface DoAdvance {
  do: "advance";
  to?: "next" | "round" | "segment";
  force?: boolean;
}

/**
 * A hit as the GM reports it, at the present moment: it may spoil a spell (SEG-A13, 2E-C24).
 *
 * The GM, at any time. Refused: `illegal_value` for a damage below 0.
 */
export interface DoHit {
  do: "hit";
  combatant: string;
  damage?: number;
}

/**
 * The combatant gains `hp` hit points.
 *
 * The GM, at any time. Refused: `illegal_value` for less than 1.
 */
export interface DoHeal {
  do: "heal";
  combatant: string;
  hp: number;
}

/**
 * Somebody who is down bleeds no longer (SEG-C22; in a round of rest SEG-C25).
 *
 * The GM, at any time. Refused: `illegal_value` unless the combatant is down, alive and not stable.
 */
export interface DoStabilise {
  do: "stabilise";
  combatant: string;
}

/**
 * Disturb the concentration without a hit (SEG-C34, 2E-C24).
 *
 * The GM, while a spell is being cast. Refused: `illegal_value` where there is none.
 */
export interface DoInterrupt {
  do: "interrupt";
  combatant: string;
}

/**
 * Put right a roll that has fallen: exactly one of the fields says which part of it.
 *
 * `traits` is a merge patch (RFC 7396): a trait that was forgotten when the dice fell.
 * The GM, the game master's hand. Refused: `wrong_phase` where nothing was rolled, `bad_message` unless
 * exactly one part is given, `illegal_value` for a part that does not count in the system.
 */
export interface DoCorrect {
  do: "correct";
  for: string;
  faces?: number[];
  total?: number;
  modifier?: number;
  count?: number;
  traits?: Record<string, unknown>;
}

/**
 * Override the order: exactly one of `before`, `after` and `last` says beside whom, or behind all others.
 *
 * The GM, the game master's hand, once there is an order. Refused: `bad_message` unless exactly one is
 * given, `wrong_phase` before there is an order, `illegal_value` for oneself or without an entry to come.
 */
export interface DoPlace {
  do: "place";
  combatant: string;
  before?: string;
  after?: string;
  last?: boolean;
}

/**
 * Put an effect on a combatant, for `rounds` rounds or until it is taken off; the same name replaces.
 *
 * The GM, at any time, the game master's hand. Refused: `illegal_value` without a name or for other than
 * 1 to 10,000 rounds, `too_large` (more than 50 marks).
 */
export interface DoMark {
  do: "mark";
  combatant: string;
  name: string;
  rounds?: number;
}

/**
 * Take the effect of that name off a combatant.
 *
 * The GM, at any time, the game master's hand. Refused: `illegal_value` if there is none.
 */
export interface DoUnmark {
  do: "unmark";
  combatant: string;
  name: string;
}

/**
 * Seconds between two segments, which then pass by themselves; null stops the clock.
 *
 * The GM, at any time, the game master's hand. It waits by itself where somebody has to decide something.
 */
export interface DoClock {
  do: "clock";
  every: number | null;
}

/**
 * The fight is over, with rest, pursuit or nothing after it; the round's end comes first (SEG-C23).
 *
 * The GM, while a fight runs. Refused: `wrong_phase`.
 */
export interface DoEnd {
  do: "end";
  outcome?: "pursuit" | "rest";
}

/**
 * Several commands as one step of undo: all or none. Neither `batch`, `undo`, `redo` nor what keeps
 * and loads stands in it.
 *
 * The GM. Refused as the first of them that is refused, with its `index`.
 */
export interface DoBatch {
  do: "batch";
  commands: SingleCommand[];
}

/**
 * Take back the newest command of anybody, dice included.
 *
 * The GM, the game master's hand; back to the last `open` that put no running fight aside.
 * Refused: `nothing_to_undo`.
 */
export interface DoUndo {
  do: "undo";
}

/**
 * Bring back what the newest undo took, as long as nothing else was done since.
 *
 * The GM, the game master's hand. Refused: `nothing_to_undo`.
 */
export interface DoRedo {
  do: "redo";
}

/**
 * Play a character whom nobody plays yet.
 *
 * The owner to be: a player without a character, where the option `free_characters` is on; a GM gives one
 * away with `change`. Refused: `not_allowed` without the option, or for who has one; `not_yours` if somebody
 * plays it; `illegal_value` unless it is a player's character.
 */
export interface DoTake {
  do: "take";
  combatant: string;
}

/**
 * Keep the players' characters, or everybody else, under `name`; the same name replaces.
 *
 * The GM, at any time. Refused: `illegal_value` if there is nobody to keep, or where a fight is set
 * aside under that name; `too_large` (more than 50 names).
 */
export interface DoSave {
  do: "save";
  name: string;
  what: "fight" | "party";
}

/**
 * A party joins the fight, without those who are in it already; a kept fight is opened, and the
 * players' characters stay.
 *
 * The GM, at any time. Over a running fight a kept one only with `force`, else `running`; then it can be
 * undone. Refused: `illegal_value` for an unknown name, or if everybody is there already; `too_large`.
 */
export interface DoLoad {
  do: "load";
  name: string;
  force?: boolean;
}

/**
 * What is kept or set aside under `name` is gone for good.
 *
 * The GM, at any time. Refused: `illegal_value` for an unknown name.
 */
export interface DoForget {
  do: "forget";
  name: string;
}

/**
 * Leave the running fight as it stands, to be taken up later; the players' characters stay.
 *
 * The GM, while a fight runs. Refused: `wrong_phase`, `illegal_value` for a name that is taken,
 * `too_large` (more than 50 names).
 */
export interface DoSetAside {
  do: "set_aside";
  name: string;
}

/**
 * Go on with a fight that was set aside, exactly where it was left; undo leads back into it.
 *
 * The GM, while no fight runs, else `running`. Refused: `illegal_value` for an unknown name.
 */
export interface DoTakeUp {
  do: "take_up";
  name: string;
}

/**
 * Make a link for a role; with `user` a personal one. Answered in `ack.result`.
 *
 * That `expires` is a day that exists, the server checks.
 */
export interface DoInvite {
  do: "invite";
  role: Role;
  user?: string;
  expires?: string;
}

/** List the invites of the table, without their tokens. */
export interface DoInvites {
  do: "invites";
}

/** End an invite, and the connections that came by it. */
export interface DoRevoke {
  do: "revoke";
  invite: string;
}

/** The first message. `table`: the one that the link names; `client`: random, kept for good. */
export interface HelloMessage {
  type: "hello";
  token: string;
  table?: string;
  name?: string;
  client?: string;
  resume?: Resume;
}

/** Where a client left off: the last `update.seq` it holds, in the stream `epoch`. */
export interface Resume {
  epoch: string;
  seq: number;
}

/** Do this. `as_`: the GM speaks for the user of that name. */
export interface CommandMessage {
  type: "command";
  id: string;
  command: Command;
  if_seq?: number;
  as?: string;
}

/** Which systems there are, and what their forms hold. */
export interface CatalogueRequestMessage {
  type: "catalogue";
}

/** Let this connection alone write into `target`. */
export interface ClaimMessage {
  type: "claim";
  what: "mirror";
  target: string;
}

/** Is the connection alive? Answered by `pong` with the same `t`. */
export interface PingMessage {
  type: "ping";
  t?: number;
}

/** The connection stands. `seq` is the newest of the role's stream. */
export interface WelcomeMessage {
  type: "welcome";
  protocol: number;
  server: string;
  session: string;
  user: string;
  role: Role;
  table: string;
  epoch: string;
  seq: number;
  resumed: boolean;
}

/** The whole view as of `seq`; replaces what the client holds. `events`: the newest last. */
export interface SnapshotMessage {
  type: "snapshot";
  seq: number;
  view: View;
  events: Told[];
}

/**
 * One step of the role's stream: `patch` (RFC 7396) leads from the view of `seq - 1` to this.
 *
 * `by` is who gave the command, where the role may know it.
 */
export interface UpdateMessage {
  type: "update";
  seq: number;
  patch: Patch;
  events: Told[];
  tick?: Tick;
  by?: string;
}

/** The moment that has come. `tokens`: those of `active` that have one; no `at`: no moment. */
export interface Tick {
  round: number;
  phase: string;
  active: string[];
  tokens: string[];
  at?: number;
}

/** Everybody at the table; replaces the list before. */
export interface PresenceMessage {
  type: "presence";
  users: Person[];
}

/** Somebody who is, or was, at the table. */
export interface Person {
  user: string;
  name: string;
  role: Role;
  connected: boolean;
}

/**
 * The command is durable; `seq` is the role's stream behind its last update.
 *
 * `notes`: it was accepted, but is worth a look.
 */
export interface AckMessage {
  type: "ack";
  id: string;
  seq: number;
  result?: Record<string, unknown>;
  notes?: Note[];
}

/**
 * `no_entry`: that action of the combatant comes to no entry, on that clause.
 *
 * `now` and `next_round`: from when on the changed option counts.
 */
export interface Note {
  code: "next_round" | "no_entry" | "now";
  combatant?: string;
  action?: number;
  option?: string;
  clause?: string;
}

/** A command or message was turned down; nothing has changed. `message` is for developers. */
export interface ErrorMessage {
  type: "error";
  code: ErrorCode;
  message: string;
  detail: Record<string, unknown>;
  id?: string;
  clause?: string;
}

/** The rule systems, as `rules.catalogue` describes them. */
export interface CatalogueMessage {
  type: "catalogue";
  systems: Record<string, System>;
}

/** Who writes into `target`: `yours` for `ttl` seconds; `fence` grows with each holder. */
export interface MirrorMessage {
  type: "mirror";
  target: string;
  yours: boolean;
  ttl: number;
  fence: number;
}

/** `live` false: the store is out of reach and commands are refused. */
export interface StatusMessage {
  type: "status";
  live: boolean;
}

/** The answer to `ping`, with its `t`. */
export interface PongMessage {
  type: "pong";
  t?: number;
}

/**
 * The fight as a role sees it. `cursor` is the range of `timeline` that happens now.
 *
 * `options_next`: all options as they will be from the next round on, if others. For GMs are `kept`,
 * by name, and what `undo` would take back and `redo` bring again.
 */
export interface View {
  system: string;
  options: Record<string, unknown>;
  prompts: Prompt[];
  options_next?: Record<string, unknown>;
  sides?: Record<string, Side>;
  surprise?: Record<string, number>;
  clock?: Clock;
  outcome?: string;
  rested?: number;
  round: number;
  phase: Phase;
  active: string[];
  cursor: Range;
  next: string[];
  at?: number;
  timeline: Entry[];
  combatants: Record<string, Combatant>;
  can: string[];
  kept?: Record<string, Kept>;
  undo?: Step;
  redo?: Step;
  table: Table;
}

/** What the fight waits for: of `combatants`, or for a roll of the rollers in `for`. */
export interface Prompt {
  prompt: "declare" | "reroll" | "roll" | "tie";
  combatants?: string[];
  for?: string[];
  clause?: string;
  dice?: Dice;
}

export interface Dice {
  count: number;
  sides: number;
}

/** The dice of a side, and the segment that they give it. */
export interface Side {
  faces: number[];
  segment?: number;
}

/** Segments tick by themselves, `every` so many seconds. */
export interface Clock {
  every: number;
}

/** Half-open: from `from` up to, without, `to`. */
export interface Range {
  from: number;
  to: number;
}

/**
 * One line of the round. Entries with an equal `slot` are one moment.
 *
 * `until`: what starts here runs on to there; `feet`: how far the movement gets in this round.
 */
export interface Entry {
  id: string;
  round: number;
  slot: number;
  phase: Phase;
  combatant: string;
  what: "action" | "arrives" | "attack" | "begins" | "completes" | "contact" | "effect" | "moves" | "shot" | "stops" | "turn";
  at?: number;
  feet?: number;
  pass?: number;
  why: Term[];
  label?: string;
  target?: string;
  until?: Until;
  action?: number;
}

/** One reason for a place in the order; where the place is a sum, the values add up to `at`. */
export interface Term {
  clause: string;
  term: string;
  value?: number;
  name?: string;
  combatant?: string;
  faces?: number[];
}

/** A round and a segment of it. */
export interface Until {
  round: number;
  at: number;
}

/**
 * Somebody in the fight. `can`: what may be done for it now.
 *
 * `rerolls`: how many it may still use or decline. `hp_max`: hit points unhurt, once it was wounded.
 * `last`: what it declared last in this fight. `usual`: what it declares when nothing else is said.
 */
export interface Combatant {
  id: string;
  name: string;
  side: string;
  kind: "npc" | "pc";
  hidden: boolean;
  able: boolean;
  defeated: boolean;
  count: number;
  marks: Mark[];
  owner?: string;
  token?: string;
  readied?: string;
  surprised?: boolean;
  delaying?: boolean;
  dead?: boolean;
  faces?: number[];
  fantastic?: boolean;
  rerolls?: number;
  initiative?: number;
  reaction?: boolean;
  creature?: string;
  surprise?: number;
  traits?: Record<string, unknown>;
  declared?: Declared[];
  can?: string[];
  last?: Action[];
  usual?: Action[];
  hp?: number;
  hp_max?: number;
  stated?: boolean;
  stable?: boolean;
}

/** An effect on a combatant, for `rounds` as asked for: it ends in the round `until`. */
export interface Mark {
  name: string;
  rounds?: number;
  until?: number;
  against?: string[];
  by?: string;
  clause?: string;
}

/**
 * A declared action; its number, by which it is cancelled, is its place in the list.
 *
 * `due`: the round at whose end it takes effect. `notes`: it stands, but comes to no entry.
 */
export interface Declared {
  act: string;
  name?: string;
  label?: string;
  target?: string;
  targets?: string[];
  segments?: number;
  rounds?: number;
  turns?: number;
  minutes?: number;
  hours?: number;
  onset?: number;
  feet?: number;
  shots?: number;
  routines?: number;
  weapon?: string;
  speed?: number;
  plus?: number | [number, number];
  attacks?: number | string | string[];
  forms?: Form[];
  size?: string;
  kind?: string;
  casting_time?: number;
  round: number;
  carried?: boolean;
  started?: boolean;
  cancelled?: boolean;
  lost?: boolean;
  done?: boolean;
  due?: number;
  notes?: Note[];
}

/** What the table keeps under a name: a party, a prepared fight, or one set aside (in that round). */
export interface Kept {
  what: "aside" | "fight" | "party";
  system: string;
  count: number;
  round?: number;
}

/**
 * A command in force, for game masters; without `by` it is the clock's.
 *
 * `name` is what the combatant was called then, or the name under which something is kept. Of a batch,
 * `count` is how many commands it has and `of` which, if all are the same; of an `add`, how many came.
 */
export interface Step {
  do: string;
  by?: string;
  combatant?: string;
  name?: string;
  for?: string;
  of?: string;
  count?: number;
}

export interface Table {
  id: string;
  name: string;
}

/** One system of the catalogue. */
export interface System {
  options: Record<string, Field>;
  traits: Record<string, Field>;
  actions: Record<string, Act>;
  situations: Record<string, Situation>;
  weapons: Record<string, Weapon>;
  dice: SystemDice;
  phases: Phase[];
  commands: string[];
  surprise: "combatants" | "sides";
  layout: Layout;
  corrects: Corrects;
  stages: Record<string, Stage>;
}

/**
 * One value: its type, its range, its default, and the clause that it rests on.
 *
 * Of the fields of one `one_of` group exactly one is given. `changes` says when an option counts that is
 * changed within a fight: what moves places waits for the next round.
 */
export interface Field {
  type: "boolean" | "choice" | "choices" | "combatant" | "combatants" | "forms" | "integer" | "integers" | "number" | "speeds" | "text" | "texts";
  clause?: string;
  required?: boolean;
  default?: unknown;
  min?: number;
  max?: number;
  choices?: string[];
  one_of?: string;
  changes?: "next_round" | "now";
}

/** What may be declared, with the fields that it takes. */
export interface Act {
  clause: string;
  fields: Record<string, Field>;
}

export interface Situation {
  value: number;
}

export interface Weapon {
  speed: number;
}

export interface SystemDice {
  count: number;
  sides: number;
  per: "combatant" | "side";
  clause: string;
}

/**
 * How a round is laid out for people.
 *
 * `kind`: a `scale` has `steps` numbered places, from 1, and something may take several of them; of
 * `passes` there is a row each; a `circle` of turns begins again with the first. `unit`: what `at`
 * counts, a word that clients know.
 */
export interface Layout {
  kind: "circle" | "passes" | "scale";
  unit: "count" | "initiative" | "score" | "segment";
  steps?: number;
}

/** What `correct` may change: parts of a combatant's roll, and of a side's, and which traits. */
export interface Corrects {
  combatant: ("count" | "faces" | "modifier" | "total" | "traits")[];
  side: ("count" | "faces" | "modifier" | "total" | "traits")[];
  traits: string[];
}

/**
 * What is particular to a phase, for who draws it.
 *
 * `part`: the phase is "before" the moments of a round, consists of "moments", or comes "after" them.
 * `declares`: it waits for declarations. `prelude`: its moments are before round 1.
 */
export interface Stage {
  part: "after" | "before" | "moments";
  declares?: boolean;
  prelude?: boolean;
}

export type SingleCommand =
  | DoDeclare
  | DoCancel
  | DoRoll
  | DoReroll
  | DoDelay
  | DoReturn
  | DoReady
  | DoTrigger
  | DoEndTurn
  | DoOpen
  | DoOptions
  | DoAdd
  | DoChange
  | DoRemove
  | DoSplit
  | DoSurprise
  | DoBegin
  | DoSettle
  | DoAdvance
  | DoHit
  | DoHeal
  | DoStabilise
  | DoInterrupt
  | DoCorrect
  | DoPlace
  | DoMark
  | DoUnmark
  | DoClock
  | DoEnd;

export type Command =
  | DoDeclare
  | DoCancel
  | DoRoll
  | DoReroll
  | DoDelay
  | DoReturn
  | DoReady
  | DoTrigger
  | DoEndTurn
  | DoOpen
  | DoOptions
  | DoAdd
  | DoChange
  | DoRemove
  | DoSplit
  | DoSurprise
  | DoBegin
  | DoSettle
  | DoAdvance
  | DoHit
  | DoHeal
  | DoStabilise
  | DoInterrupt
  | DoCorrect
  | DoPlace
  | DoMark
  | DoUnmark
  | DoClock
  | DoEnd
  | DoBatch
  | DoUndo
  | DoRedo
  | DoTake
  | DoSave
  | DoLoad
  | DoForget
  | DoSetAside
  | DoTakeUp
  | DoInvite
  | DoInvites
  | DoRevoke;

export type FromClient =
  | HelloMessage
  | CommandMessage
  | CatalogueRequestMessage
  | ClaimMessage
  | PingMessage;

export type FromServer =
  | WelcomeMessage
  | SnapshotMessage
  | UpdateMessage
  | PresenceMessage
  | AckMessage
  | ErrorMessage
  | CatalogueMessage
  | MirrorMessage
  | StatusMessage
  | PongMessage;
