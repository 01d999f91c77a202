// The yardstick: boardgame.io's own server with a trivial game, in memory.
const { Server } = require("boardgame.io/server");

const game = {
  name: "count",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { add: ({ G }) => { G.count += 1; } },
};
Server({ games: [game], origins: [/.*/] }).run(Number(process.argv[2]));
