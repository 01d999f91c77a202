BEGIN TRANSACTION;
CREATE TABLE days (
	day VARCHAR(10) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	seed VARCHAR(128) NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "days" VALUES('2026-11-15','vulkan','daily-2026-11-15-0');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	data TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',0,'Created','{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Options \"firebreak\"]\n[Seed \"9de193cc01f9395e2b9bef743dbe47fd\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-15\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"cf5c90ec145960ab50fe807fc80d685299ac1532"},{"kind":"open","name":"Yellow"}],"host":"cf5c90ec145960ab50fe807fc80d685299ac1532","public":true}',1.79478496618633246426e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',1,'SatDown','{"type":"SatDown","seat":1,"who":"9111ed7e60d681e1bf512d74555d971e8b5acaf1","name":"Bob"}',1.79478496620173335078e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',2,'Played','{"type":"Played","seat":0,"moves":["tile 1,-1"]}',1.79478496622358965877e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',3,'Played','{"type":"Played","seat":0,"moves":["crew 1 green 1,-1"]}',1.79478496624312329294e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',4,'Played','{"type":"Played","seat":1,"moves":["tile 2,-1"]}',1.79478496627230119705e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',5,'Played','{"type":"Played","seat":1,"moves":["crew 1 red 0,0"]}',1.79478496628962731363e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',6,'Played','{"type":"Played","seat":0,"moves":["tile 2,-2"]}',1.79478496631281352049e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',7,'Played','{"type":"Played","seat":0,"moves":["pass"]}',1.79478496632946014398e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',8,'Played','{"type":"Played","seat":1,"moves":["tile 2,0"]}',1.79478496636584472652e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',9,'Played','{"type":"Played","seat":1,"moves":["crew 1 yellow 2,-2"]}',1.79478496643303847305e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',10,'Played','{"type":"Played","seat":0,"moves":["tile 1,1"]}',1.79478496646473598477e+09);
INSERT INTO "events" VALUES('qxGLpKcOmR_x',11,'Said','{"type":"Said","who":"cf5c90ec145960ab50fe807fc80d685299ac1532","name":"Ann","text":"Your move, Bob – “quick”!","seat":0}',1.79478496649039411543e+09);
INSERT INTO "events" VALUES('GTPhzxmXaWDK',0,'Created','{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"5521f7b7d3ad08a3503b31ab62a2493e\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-15\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"cf5c90ec145960ab50fe807fc80d685299ac1532"},{"kind":"open","name":"Yellow"}],"host":"cf5c90ec145960ab50fe807fc80d685299ac1532","clock":"5 minutes","public":true}',1.79478496651490139956e+09);
INSERT INTO "events" VALUES('GTPhzxmXaWDK',1,'SatDown','{"type":"SatDown","seat":1,"who":"9111ed7e60d681e1bf512d74555d971e8b5acaf1","name":"Bob"}',1.79478496652774214747e+09);
INSERT INTO "events" VALUES('GTPhzxmXaWDK',2,'Played','{"type":"Played","seat":1,"moves":["volcano -1,0"]}',1.79478496656506109237e+09);
INSERT INTO "events" VALUES('GTPhzxmXaWDK',3,'Played','{"type":"Played","seat":0,"moves":["fly green -3,1 -1,1"]}',1.79478496668535113332e+09);
INSERT INTO "events" VALUES('GTPhzxmXaWDK',4,'Played','{"type":"Played","seat":1,"moves":["fly yellow -3,1 0,-2"]}',1.79478496676517295833e+09);
INSERT INTO "events" VALUES('GTPhzxmXaWDK',5,'Played','{"type":"Played","seat":0,"moves":["fly green -2,0 -1,-1"]}',1.79478496688877201077e+09);
INSERT INTO "events" VALUES('GTPhzxmXaWDK',6,'Played','{"type":"Played","seat":1,"moves":["fly yellow -2,3 -2,3"]}',1.79478496702222156526e+09);
INSERT INTO "events" VALUES('rsCq2aNFyuVi',0,'Created','{"type":"Created","game":"feuer-wasser","record":"[Game \"feuer-wasser\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"9264e049bb884b263f2f559d9a6cce49\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Date \"2026-11-15\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"cf5c90ec145960ab50fe807fc80d685299ac1532"},{"kind":"bot","name":"Spark","level":"spark"}],"host":"cf5c90ec145960ab50fe807fc80d685299ac1532"}',1.79478496704839920994e+09);
INSERT INTO "events" VALUES('rsCq2aNFyuVi',1,'Played','{"type":"Played","seat":0,"moves":["elemental b2"]}',1.79478496732504057883e+09);
INSERT INTO "events" VALUES('rsCq2aNFyuVi',2,'Played','{"type":"Played","seat":1,"moves":["elemental b4"]}',1794784967.45778);
INSERT INTO "events" VALUES('rsCq2aNFyuVi',3,'Played','{"type":"Played","seat":0,"moves":["elemental d2"]}',1.79478496758095645898e+09);
INSERT INTO "events" VALUES('rsCq2aNFyuVi',4,'Played','{"type":"Played","seat":1,"moves":["tile 43 a3 a2"]}',1.7947849678247663975e+09);
INSERT INTO "events" VALUES('rsCq2aNFyuVi',5,'Played','{"type":"Played","seat":0,"moves":["tile 12 a1 b1"]}',1.7947849680113818645e+09);
INSERT INTO "events" VALUES('rsCq2aNFyuVi',6,'Played','{"type":"Played","seat":1,"moves":["tile 42 f4 f3"]}',1.79478496816624712942e+09);
INSERT INTO "events" VALUES('KYsRFfQqRV0J',0,'Created','{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"21fa1643f18e2d5135e43c19c24c1db7\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-15\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Bob","who":"9111ed7e60d681e1bf512d74555d971e8b5acaf1"},{"kind":"open","name":"Yellow"}],"host":"9111ed7e60d681e1bf512d74555d971e8b5acaf1","public":true}',1.79478496824690103529e+09);
INSERT INTO "events" VALUES('rsl-Lrj8JpDc',0,'Created','{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"8cfd4cd7a2df237dab79e02d31fb928c\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-15\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"cf5c90ec145960ab50fe807fc80d685299ac1532"},{"kind":"open","name":"Yellow"}],"host":"cf5c90ec145960ab50fe807fc80d685299ac1532","public":true}',1.79478496835254406932e+09);
INSERT INTO "events" VALUES('rsl-Lrj8JpDc',1,'SatDown','{"type":"SatDown","seat":1,"who":"9111ed7e60d681e1bf512d74555d971e8b5acaf1","name":"Bob"}',1.79478496853824472426e+09);
INSERT INTO "events" VALUES('rsl-Lrj8JpDc',2,'Played','{"type":"Played","seat":1,"moves":["volcano -2,2"]}',1.79478496864007425314e+09);
INSERT INTO "events" VALUES('rsl-Lrj8JpDc',3,'GivenUp','{"type":"GivenUp","seat":1}',1.79478496867968940736e+09);
CREATE TABLE facts (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "facts" VALUES('secret','ZEnd-59V47I8pb2pj2J4rWTNXGtbikzL5GM7L4v5c58');
CREATE TABLE holders (
	table_id VARCHAR(32) NOT NULL, 
	who VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, who), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "holders" VALUES('qxGLpKcOmR_x','cf5c90ec145960ab50fe807fc80d685299ac1532');
INSERT INTO "holders" VALUES('qxGLpKcOmR_x','9111ed7e60d681e1bf512d74555d971e8b5acaf1');
INSERT INTO "holders" VALUES('GTPhzxmXaWDK','cf5c90ec145960ab50fe807fc80d685299ac1532');
INSERT INTO "holders" VALUES('GTPhzxmXaWDK','9111ed7e60d681e1bf512d74555d971e8b5acaf1');
INSERT INTO "holders" VALUES('rsCq2aNFyuVi','cf5c90ec145960ab50fe807fc80d685299ac1532');
INSERT INTO "holders" VALUES('KYsRFfQqRV0J','9111ed7e60d681e1bf512d74555d971e8b5acaf1');
INSERT INTO "holders" VALUES('rsl-Lrj8JpDc','cf5c90ec145960ab50fe807fc80d685299ac1532');
INSERT INTO "holders" VALUES('rsl-Lrj8JpDc','9111ed7e60d681e1bf512d74555d971e8b5acaf1');
CREATE TABLE links (
	token VARCHAR(64) NOT NULL, 
	sealed VARCHAR(64) NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (token)
);
CREATE TABLE people (
	who VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	PRIMARY KEY (who)
);
INSERT INTO "people" VALUES('cf5c90ec145960ab50fe807fc80d685299ac1532','Ann');
INSERT INTO "people" VALUES('9111ed7e60d681e1bf512d74555d971e8b5acaf1','Bob');
CREATE TABLE standings (
	table_id VARCHAR(32) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	public BOOLEAN NOT NULL, 
	timed BOOLEAN NOT NULL, 
	day VARCHAR(10), 
	won BOOLEAN, 
	plies INTEGER NOT NULL, 
	changed FLOAT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "standings" VALUES('qxGLpKcOmR_x','running',1,0,NULL,NULL,9,1.79478496649039411543e+09);
INSERT INTO "standings" VALUES('GTPhzxmXaWDK','running',1,1,NULL,NULL,5,1.79478496702222156526e+09);
INSERT INTO "standings" VALUES('rsCq2aNFyuVi','running',0,0,NULL,NULL,6,1.79478496816624712942e+09);
INSERT INTO "standings" VALUES('KYsRFfQqRV0J','open',1,0,NULL,NULL,0,1.79478496824690103529e+09);
INSERT INTO "standings" VALUES('rsl-Lrj8JpDc','over',1,0,NULL,1,1,1.79478496867968940736e+09);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	created FLOAT NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	setup TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('qxGLpKcOmR_x',1.79478496618633246426e+09,'feurio','{"players":2,"mode":"competitive","options":["firebreak"],"clock":"none"}');
INSERT INTO "tables" VALUES('GTPhzxmXaWDK',1.79478496651490139956e+09,'vulkan','{"players":2,"mode":"competitive","options":[],"clock":"5 minutes"}');
INSERT INTO "tables" VALUES('rsCq2aNFyuVi',1.79478496704839920994e+09,'feuer-wasser','{"players":2,"mode":"competitive","options":[],"clock":"none"}');
INSERT INTO "tables" VALUES('KYsRFfQqRV0J',1.79478496824690103529e+09,'feurio','{"players":2,"mode":"competitive","options":[],"clock":"none"}');
INSERT INTO "tables" VALUES('rsl-Lrj8JpDc',1.79478496835254406932e+09,'vulkan','{"players":2,"mode":"competitive","options":[],"clock":"none"}');
CREATE INDEX ix_standings_day ON standings (day);
CREATE INDEX ix_standings_state ON standings (state);
CREATE INDEX ix_holders_who ON holders (who);
COMMIT;
