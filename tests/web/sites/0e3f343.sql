BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('7');
CREATE TABLE attempts (
	who VARCHAR(64) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	puzzle VARCHAR(16) NOT NULL, 
	solved BOOLEAN NOT NULL, 
	day VARCHAR(10), 
	at FLOAT NOT NULL, 
	PRIMARY KEY (who, game, puzzle)
);
INSERT INTO "attempts" VALUES('57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7','vulkan','1a18ea7d',0,NULL,1.79501284874129271506e+09);
CREATE TABLE days (
	day VARCHAR(10) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	seed VARCHAR(128) NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "days" VALUES('2026-11-18','feurio','daily-2026-11-18-0');
INSERT INTO "days" VALUES('2026-11-19','vulkan','daily-2026-11-19-0');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('WaLb6_ufVN02',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"dbdb189ba267b6d6a3db1149c1af1e7c\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["5b80b40c407b660c5c592459d700bf0d46e1534c","fa19620e0a6df2da4b9fff5af8e2d01028844736"]}',1.79501282136278820034e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501282140350222581e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',2,'{"type":"Played","seat":0,"moves":["tile 0,1"]}',1.79501282158842802045e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',3,'{"type":"Played","seat":0,"moves":["crew 2 blue 1,0"]}',1.79501282163330268858e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',4,'{"type":"Played","seat":1,"moves":["tile 1,-1"]}',1.79501282166542267797e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',5,'{"type":"Played","seat":1,"moves":["crew 1 red 0,0"]}',1.79501282172100472449e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',6,'{"type":"Played","seat":0,"moves":["tile 2,-1"]}',1.79501282177341794964e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',7,'{"type":"Played","seat":0,"moves":["crew 1 blue 1,-1"]}',1.79501282181457138056e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',8,'{"type":"Played","seat":1,"moves":["tile 0,-1"]}',1.79501282186883234976e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',9,'{"type":"Played","seat":1,"moves":["crew 2 red 0,-1"]}',1.79501282197317600253e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',10,'{"type":"Played","seat":0,"moves":["tile 2,-2"]}',1.795012822049321413e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',11,'{"type":"Played","seat":0,"moves":["crew 1 green 0,0"]}',1795012822.09862);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"3\"]\n[Mode \"competitive\"]\n[Seed \"4e6bd6d5271a349374072e8eb26d6c92\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["91b1d0af97ed4d4c7a1dd5684b1e753cc0d36106","9756c99df91b5abefb9f4632a345d1aa9de5d464","8a32886a7f60a2de1109692ca7566fa84a301c27"]}',1.79501282240762710575e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501282289424967763e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501282296341609957e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',3,'{"type":"Played","seat":0,"moves":["tile 1,-2"]}',1.79501282300658297538e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',4,'{"type":"Played","seat":0,"moves":["crew 2 green 1,-2"]}',1.79501282308087515833e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',5,'{"type":"Played","seat":1,"moves":["tile 2,-2"]}',1.79501282315306520459e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',6,'{"type":"Played","seat":1,"moves":["crew 1 blue 0,-1"]}',1.79501282324930596353e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',7,'{"type":"Played","seat":2,"moves":["tile 2,-3"]}',1.7950128233806371689e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',8,'{"type":"Played","seat":2,"moves":["pass"]}',1.79501282346848177904e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',9,'{"type":"Played","seat":0,"moves":["tile 1,-3"]}',1.79501282351792407036e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',10,'{"type":"Played","seat":0,"moves":["crew 1 red 1,-1"]}',1.79501282356365132329e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',11,'{"type":"Played","seat":1,"moves":["tile 0,-2"]}',1.79501282364026331899e+09);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',12,'{"type":"Played","seat":1,"moves":["crew 1 blue 2,-3"]}',1795012823.71381);
INSERT INTO "events" VALUES('oi7VvqQmDMBG',13,'{"type":"Played","seat":2,"moves":["tile 2,-4"]}',1.79501282392719864848e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"4\"]\n[Mode \"competitive\"]\n[Seed \"c8e791e0e3c6cac2b891d3aefffb05d0\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Seat3 \"Red\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"},{"kind":"open","name":"Red"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["83135494d853b22c6b3bade5bfaa0ee963f2eaf3","c0991deebfa5b5031f15ca7e3e0f978a7980c9e8","69339a2075b2d70ec51eec0d64e9b04f588d3cea","5048eb48a57e7d7bb914978667df2f644b487824"]}',1.7950128239869408607e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501282405785751337e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501282417901277541e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',3,'{"type":"SatDown","seat":3,"who":"721d0dcbce4f913921178c6ec65c073bfac08357","name":"Dirk"}',1.7950128242391517162e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',4,'{"type":"Played","seat":3,"moves":["arrange 4 1 4 4"]}',1.79501282439575910571e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',5,'{"type":"Played","seat":0,"moves":["tile -1,0"]}',1.79501282452655816076e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',6,'{"type":"Played","seat":0,"moves":["crew 2 green -1,0"]}',1.79501282470486235622e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',7,'{"type":"Played","seat":1,"moves":["tile -1,1"]}',1.79501282542927956577e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',8,'{"type":"Played","seat":1,"moves":["crew 1 blue 0,0"]}',1.79501282566026806831e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',9,'{"type":"Played","seat":2,"moves":["tile -1,-1"]}',1.79501282604511809351e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',10,'{"type":"Played","seat":2,"moves":["pass"]}',1.79501282613971972464e+09);
INSERT INTO "events" VALUES('ohANf_XmqycH',11,'{"type":"Played","seat":3,"moves":["tile -2,0"]}',1.79501282641178250311e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"0d4bb7c3bfa2c2dd84fa18098a30d4bf\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","public":true,"locks":["11fbbf0a4dbe9386f3a54f99a4863d809ef664ef","d0f9ff9c1258363ccdb0d1cb9819ef1def75f7cc"]}',1.79501282643516826623e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501282716733407971e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',2,'{"type":"Played","seat":0,"moves":["tile 1,-1"]}',1.7950128272228860855e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',3,'{"type":"Played","seat":0,"moves":["crew 1 green 1,-1"]}',1.79501282748114776612e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',4,'{"type":"Played","seat":1,"moves":["tile 0,-1"]}',1.79501282766486692423e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',5,'{"type":"Played","seat":1,"moves":["crew 1 yellow 1,0"]}',1.7950128279852657318e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',6,'{"type":"Played","seat":0,"moves":["tile 0,1"]}',1.79501282852307105061e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',7,'{"type":"Played","seat":0,"moves":["crew 2 green 0,1"]}',1.79501282863220405577e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',8,'{"type":"Played","seat":1,"moves":["tile -1,1"]}',1.7950128286731233596e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',9,'{"type":"Played","seat":1,"moves":["crew 1 red -1,1"]}',1.79501282869965791706e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',10,'{"type":"Played","seat":0,"moves":["tile -1,0"]}',1.7950128287218494415e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',11,'{"type":"Played","seat":0,"moves":["crew 1 green -1,1"]}',1.79501282874161124233e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',12,'{"type":"Played","seat":1,"moves":["tile -1,2"]}',1.79501282875469231605e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',13,'{"type":"Played","seat":1,"moves":["crew 1 red 0,-1"]}',1.79501282885998177532e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',14,'{"type":"Played","seat":0,"moves":["tile -2,2"]}',1.79501282889442038536e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',15,'{"type":"Played","seat":0,"moves":["pass"]}',1.79501282892220401761e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',16,'{"type":"Played","seat":1,"moves":["tile 0,2"]}',1.79501282894849705697e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',17,'{"type":"Played","seat":1,"moves":["crew 2 yellow -2,2"]}',1.79501282896446609496e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',18,'{"type":"Played","seat":0,"moves":["tile -2,1"]}',1.79501282897619938855e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',19,'{"type":"Played","seat":0,"moves":["crew 1 green -1,2"]}',1.79501282898440194133e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',20,'{"type":"Played","seat":1,"moves":["tile -2,3"]}',1.79501282913772463797e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',21,'{"type":"Played","seat":1,"moves":["crew 1 yellow -1,0"]}',1.79501282935594248767e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',22,'{"type":"Played","seat":0,"moves":["tile -1,3"]}',1.79501282937323522565e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',23,'{"type":"Played","seat":0,"moves":["crew 1 green -1,3"]}',1.79501282940515780451e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',24,'{"type":"Played","seat":1,"moves":["tile -2,4"]}',1.79501282950045347214e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',25,'{"type":"Played","seat":1,"moves":["crew 1 red -2,1"]}',1.79501282988554596896e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',26,'{"type":"Played","seat":0,"moves":["tile -3,3"]}',1.79501283012810564044e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',27,'{"type":"Played","seat":0,"moves":["crew 1 green -2,3"]}',1.79501283022619438165e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',28,'{"type":"Played","seat":1,"moves":["tile -3,4"]}',1.7950128302450180053e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',29,'{"type":"Played","seat":1,"moves":["crew 1 red -1,3"]}',1.79501283025399661062e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',30,'{"type":"Played","seat":0,"moves":["tile -3,2"]}',1.79501283026132512094e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',31,'{"type":"Played","seat":0,"moves":["crew 2 blue -3,3"]}',1.79501283026861095434e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',32,'{"type":"Played","seat":1,"moves":["tile -4,4"]}',1.79501283027890634535e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',33,'{"type":"Played","seat":1,"moves":["crew 1 yellow -4,4"]}',1.79501283028772044185e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',34,'{"type":"Played","seat":0,"moves":["tile -4,3"]}',1.79501283029504251484e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',35,'{"type":"Played","seat":0,"moves":["crew 1 blue -4,3"]}',1.79501283030291604999e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',36,'{"type":"Played","seat":1,"moves":["tile -5,4"]}',1.79501283031427144999e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',37,'{"type":"Played","seat":1,"moves":["crew 1 yellow 0,2"]}',1.7950128303246891499e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',38,'{"type":"Played","seat":0,"moves":["tile -5,3"]}',1.79501283033224630358e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',39,'{"type":"Played","seat":0,"moves":["pass"]}',1.79501283033923816684e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',40,'{"type":"Played","seat":1,"moves":["tile -4,2"]}',1.79501283034914422033e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',41,'{"type":"Played","seat":1,"moves":["crew 3 yellow -5,3"]}',1.79501283035954856872e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',42,'{"type":"Played","seat":0,"moves":["tile -6,4"]}',1795012830.36774);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',43,'{"type":"Played","seat":0,"moves":["crew 1 blue -4,2"]}',1.79501283037565612793e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',44,'{"type":"Played","seat":1,"moves":["tile -6,3"]}',1.79501283038617086415e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',45,'{"type":"Played","seat":1,"moves":["crew 2 yellow -6,4"]}',1.79501283039676237107e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',46,'{"type":"Played","seat":0,"moves":["tile -5,2"]}',1.7950128304052512646e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',47,'{"type":"Played","seat":0,"moves":["crew 2 blue -2,4"]}',1.79501283041416215898e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',48,'{"type":"Played","seat":1,"moves":["tile 1,1"]}',1.79501283042475080495e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',49,'{"type":"Played","seat":1,"moves":["crew 1 red 1,1"]}',1795012830.43738);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',50,'{"type":"Played","seat":0,"moves":["tile -4,5"]}',1.79501283046009731288e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',51,'{"type":"Played","seat":0,"moves":["crew 1 green -5,2"]}',1.79501283048126626011e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',52,'{"type":"Played","seat":1,"moves":["tile -5,5"]}',1.7950128304935290813e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',53,'{"type":"Played","seat":1,"moves":["crew 1 yellow -5,4"]}',1.79501283050607776635e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',54,'{"type":"Played","seat":0,"moves":["tile -6,5"]}',1.79501283051560187337e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',55,'{"type":"Played","seat":0,"moves":["crew 1 blue -4,5"]}',1.79501283052738809585e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',56,'{"type":"Played","seat":1,"moves":["tile -5,6"]}',1.79501283053836774824e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',57,'{"type":"Played","seat":1,"moves":["crew 1 red -5,6"]}',1.79501283056797194485e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',58,'{"type":"Played","seat":0,"moves":["tile -3,5"]}',1.79501283059211087225e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',59,'{"type":"Played","seat":0,"moves":["crew 3 blue -3,5"]}',1.79501283071546101572e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',60,'{"type":"Played","seat":1,"moves":["tile -4,6"]}',1.79501283076768875122e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',61,'{"type":"Played","seat":1,"moves":["crew 2 red -4,6"]}',1.79501283086363720891e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',62,'{"type":"Played","seat":0,"moves":["tile -3,6"]}',1.79501283088332819941e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',63,'{"type":"Played","seat":0,"moves":["crew 1 blue 1,1"]}',1.7950128308981225491e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',64,'{"type":"Played","seat":1,"moves":["tile -2,5"]}',1.79501283091266226766e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',65,'{"type":"Played","seat":1,"moves":["pass"]}',1.79501283092722821238e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',66,'{"type":"Played","seat":0,"moves":["tile -1,4"]}',1.79501283093593788143e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',67,'{"type":"Played","seat":0,"moves":["crew 1 green -6,3"]}',1.79501283094636487954e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',68,'{"type":"Played","seat":1,"moves":["tile 0,3"]}',1.79501283095866322517e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',69,'{"type":"Played","seat":1,"moves":["crew 1 red -2,5"]}',1.79501283097147107123e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',70,'{"type":"Played","seat":0,"moves":["crew 1 blue -3,6"]}',1.79501283098189949984e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',71,'{"type":"Played","seat":1,"moves":["crew 2 red -1,4"]}',1.79501283099938297276e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',72,'{"type":"Played","seat":0,"moves":["crew 1 green -2,5"]}',1.79501283103046631816e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',73,'{"type":"Played","seat":1,"moves":["crew 1 red -3,2"]}',1.79501283106934785838e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',74,'{"type":"Played","seat":0,"moves":["crew 1 green -6,5"]}',1.79501283113411879538e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',75,'{"type":"Played","seat":1,"moves":["pass"]}',1.79501283117624735831e+09);
INSERT INTO "events" VALUES('IXf3MUMXvLjD',76,'{"type":"Played","seat":0,"moves":["pass"]}',1.79501283118970370294e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"7cc00278c2d1768a23f195f79d78bd4f\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["b34087ac13543ce50a09f8570a34ea5874512e8d","1dd4037c7fd4549bc33f17b5e0aabffaf03eaa78"]}',1.79501283147797250751e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501283160415911672e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',2,'{"type":"Played","seat":1,"moves":["volcano 2,1"]}',1.79501283168820691105e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',3,'{"type":"Played","seat":0,"moves":["fly green 1,0 1,2"]}',1.79501283170409560202e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',4,'{"type":"Played","seat":1,"moves":["fly yellow -1,0 -1,1"]}',1.79501283192611455919e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',5,'{"type":"Played","seat":0,"moves":["fly green -2,-1 -1,-1"]}',1.79501283203109550474e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',6,'{"type":"Played","seat":1,"moves":["fly red 1,-2 1,-1"]}',1.79501283210976600654e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',7,'{"type":"Played","seat":0,"moves":["fly green -1,-2 -1,2"]}',1.79501283220097756381e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',8,'{"type":"Played","seat":1,"moves":["fly red 4,-2 4,0"]}',1.79501283229611897475e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',9,'{"type":"Played","seat":0,"moves":["fly blue -2,2 1,-1"]}',1.79501283235819578173e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',10,'{"type":"Played","seat":1,"moves":["fly red 2,0 3,0"]}',1.79501283242802476885e+09);
INSERT INTO "events" VALUES('8NvfVWZwCYdp',11,'{"type":"Played","seat":0,"moves":["fly green 0,1 1,1"]}',1.79501283247807240481e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"3\"]\n[Mode \"competitive\"]\n[Seed \"c24fd23d5bc890540e338c362905bf3b\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["899e50855680da54a75ef826689f4f5ed2a2e5ed","e26e5c5de054e4da95437cb10642f1de161186e4","af2929569f067a6b3e75c799e92713c86cc1ee79"]}',1.79501283250809073443e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.7950128325277621746e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501283254750490189e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',3,'{"type":"Played","seat":2,"moves":["volcano -1,-1"]}',1.79501283260173058508e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',4,'{"type":"Played","seat":0,"moves":["fly red -2,4 -2,4"]}',1.7950128326330265999e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',5,'{"type":"Played","seat":1,"moves":["fly red -2,0 1,0"]}',1.7950128326457440853e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',6,'{"type":"Played","seat":2,"moves":["fly red -3,0 -3,1"]}',1.79501283266164875034e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',7,'{"type":"Played","seat":0,"moves":["fly green -4,3 -4,3"]}',1.79501283266937470433e+09);
INSERT INTO "events" VALUES('iSDkMITEe3WM',8,'{"type":"Played","seat":1,"moves":["fly blue -2,-1 -2,0"]}',1.79501283267853403097e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"4\"]\n[Mode \"competitive\"]\n[Seed \"cf91f95f4d82c99d6910a1ac8860fedc\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Seat3 \"Red\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"},{"kind":"open","name":"Red"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["e103d80ac09dad30e84b3070c6578a07fd5e47c9","318e9e03dce4c7104914ed6069facd2cae27e4ff","8b302aee0e90d95fd67e36752882bf1310dfdc50","ffe8808b9823dc46eb9e6eaadd8d04b12eb9daa7"]}',1.79501283269155335431e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501283270745277398e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501283271950173381e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',3,'{"type":"SatDown","seat":3,"who":"721d0dcbce4f913921178c6ec65c073bfac08357","name":"Dirk"}',1.79501283273139309887e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',4,'{"type":"Played","seat":3,"moves":["volcano 2,-2"]}',1.79501283274710583684e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',5,'{"type":"Played","seat":0,"moves":["fly green -1,-3 -1,-1"]}',1.79501283275726199149e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',6,'{"type":"Played","seat":1,"moves":["fly blue 0,-4 0,0"]}',1.79501283276568126675e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',7,'{"type":"Played","seat":2,"moves":["fly yellow 1,0 1,2"]}',1.79501283277544832232e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',8,'{"type":"Played","seat":3,"moves":["fly red 0,-4 0,2"]}',1.79501283278686308859e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',9,'{"type":"Played","seat":0,"moves":["fly green -2,1 2,-3"]}',1.79501283279363584521e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',10,'{"type":"Played","seat":1,"moves":["fly blue -2,-1 1,-4"]}',1.79501283280170869822e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',11,'{"type":"Played","seat":2,"moves":["fly yellow -3,0 1,-4"]}',1.79501283281146478652e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',12,'{"type":"Played","seat":3,"moves":["fly red 1,0 2,0"]}',1.7950128328236417771e+09);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',13,'{"type":"Played","seat":0,"moves":["fly green 0,-4 0,2"]}',1795012832.83269);
INSERT INTO "events" VALUES('SSEdMvTWMe5D',14,'{"type":"Played","seat":1,"moves":["fly blue -1,1 0,1"]}',1.79501283284764361382e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"290dc19d02c85f46ca1c1d022c7b1cb7\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","public":true,"locks":["bb09a9cae5ae161ef93b5c3c7c79dc7ef448145c","5107fcb524c66af0d7d67a40b6ff5a26a65baadc"]}',1.79501283285128879546e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.7950128328583996296e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',2,'{"type":"Played","seat":1,"moves":["volcano -1,0"]}',1.79501283286668729781e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',3,'{"type":"Played","seat":0,"moves":["fly green -2,1 3,1"]}',1.79501283287353014949e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',4,'{"type":"Played","seat":1,"moves":["fly red 0,0 3,-3"]}',1.79501283289209723472e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',5,'{"type":"Played","seat":0,"moves":["fly blue -2,3 2,-1"]}',1.79501283289968419079e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',6,'{"type":"Played","seat":1,"moves":["fly yellow -2,2 0,2"]}',1.79501283294223403928e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',7,'{"type":"Played","seat":0,"moves":["fly blue 0,1 3,-2"]}',1.79501283332619190218e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',8,'{"type":"Played","seat":1,"moves":["fly red -2,0 -2,4"]}',1.79501283338911724095e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',9,'{"type":"Played","seat":0,"moves":["fly green -3,2 -3,3"]}',1.79501283344994020459e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',10,'{"type":"Played","seat":1,"moves":["fly yellow -1,-1 1,-3"]}',1.79501283352818894389e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',11,'{"type":"Played","seat":0,"moves":["fly blue -3,1 -3,2"]}',1.79501283358898353582e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',12,'{"type":"Played","seat":1,"moves":["fly yellow 3,-3 3,-2"]}',1.79501283365608811379e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',13,'{"type":"Played","seat":0,"moves":["fly green -1,3 -1,3"]}',1.79501283370419502253e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',14,'{"type":"Played","seat":1,"moves":["fly yellow -3,1 -1,1"]}',1.79501283377543330191e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',15,'{"type":"Played","seat":0,"moves":["fly blue 2,1 3,0"]}',1.79501283381602096556e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',16,'{"type":"Played","seat":1,"moves":["fly red -4,2 -3,2"]}',1.79501283386768865587e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',17,'{"type":"Played","seat":0,"moves":["fly green 0,-1 2,-3"]}',1.79501283390797853473e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',18,'{"type":"Played","seat":1,"moves":["fly yellow -3,3 2,-2"]}',1.79501283397582316395e+09);
INSERT INTO "events" VALUES('Nup69QmWQLsn',19,'{"type":"Played","seat":1,"moves":["fly red 0,0 0,0"]}',1.79501283403147888183e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',0,'{"type":"Created","game":"feuer-wasser","record":"[Game \"feuer-wasser\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"0466512c36e2f78a12bc0feb735d62c5\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["79ccddcbff4e1900a40fda760fe48d8dc7696834","fc6e263a40f30e339823f2ff14f624e417135bfe"]}',1.79501283410759782796e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501283412481927878e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',2,'{"type":"Played","seat":0,"moves":["elemental e7"]}',1.79501283417817521096e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',3,'{"type":"Played","seat":1,"moves":["elemental d4"]}',1.79501283424856686592e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',4,'{"type":"Played","seat":0,"moves":["elemental b6"]}',1.79501283428790593147e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',5,'{"type":"Played","seat":1,"moves":["tile 22 f5 e5"]}',1.79501283438242936136e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',6,'{"type":"Played","seat":0,"moves":["tile 43 h5 h6"]}',1.7950128357709796428e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',7,'{"type":"Played","seat":1,"moves":["tile 34 a5 a4"]}',1.79501283578181266781e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',8,'{"type":"Played","seat":0,"moves":["tile 23 c7 b7"]}',1.79501283579032397267e+09);
INSERT INTO "events" VALUES('QgFvgnmSgHXK',9,'{"type":"Played","seat":1,"moves":["tile 24 e4 f4"]}',1.79501283579949688909e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',0,'{"type":"Created","game":"feuer-wasser","record":"[Game \"feuer-wasser\"]\n[Players \"3\"]\n[Mode \"competitive\"]\n[Seed \"c60b0c77b89c3d6a307c8b1c8c41dfc7\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["a3fa493c75b2e1797b2a7cf0734c22543a9740c9","9493dff821dd4eee6a253d37003ecdef27c3431c","7af0ebf8a55efb5477666237a6dabb77884632a8"]}',1.79501283580522131913e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.7950128362263684272e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501283624915719027e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',3,'{"type":"Played","seat":0,"moves":["elemental i7"]}',1.79501283710541081426e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',4,'{"type":"Played","seat":1,"moves":["elemental k2"]}',1.79501283718823695183e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',5,'{"type":"Played","seat":2,"moves":["elemental i2"]}',1.79501283727642107004e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',6,'{"type":"Played","seat":0,"moves":["tile 41 f4 e4"]}',1.79501283734091019632e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',7,'{"type":"Played","seat":1,"moves":["tile 43 k6 j6"]}',1.79501283750794291492e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',8,'{"type":"Played","seat":2,"moves":["tile 24 j7 k7"]}',1.79501283760307550436e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',9,'{"type":"Played","seat":0,"moves":["tile 14 l5 l6"]}',1.7950128376592121124e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',10,'{"type":"Played","seat":1,"moves":["tile 21 g3 f3"]}',1.79501283771017932896e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',11,'{"type":"Played","seat":2,"moves":["tile 33 f8 g8"]}',1.795012837822250843e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',12,'{"type":"Played","seat":0,"moves":["tile 31 k3 l3"]}',1.79501283789338660244e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',13,'{"type":"Played","seat":1,"moves":["tile 11 g6 g5"]}',1.79501283795180058486e+09);
INSERT INTO "events" VALUES('HBNF5qH6SCaZ',14,'{"type":"Played","seat":2,"moves":["tile 22 a4 a3"]}',1.79501283802451372145e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',0,'{"type":"Created","game":"feuer-wasser","record":"[Game \"feuer-wasser\"]\n[Players \"4\"]\n[Mode \"competitive\"]\n[Seed \"3419ec932bbc75987888b7519b11f665\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Seat3 \"Red\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"},{"kind":"open","name":"Red"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["e59421d76b80bad5c549af7754e9aca2b11a1375","dbfa2e07baa6b7bdb6c3d054ae52dd7b6c104fe2","f7af05b4e57f96c9ace5e69e4060a6ac56d6ba47","ea5a50f6a07915c4917f04d088d5f2bcc6cbfa11"]}',1.79501283804843401905e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501283805854248997e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501283806557297706e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',3,'{"type":"SatDown","seat":3,"who":"721d0dcbce4f913921178c6ec65c073bfac08357","name":"Dirk"}',1.79501283807562565806e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',4,'{"type":"Played","seat":0,"moves":["elemental i3"]}',1.79501283808852434161e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',5,'{"type":"Played","seat":1,"moves":["elemental c6"]}',1.79501283810788226126e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',6,'{"type":"Played","seat":2,"moves":["elemental e7"]}',1.79501283815312385559e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',7,'{"type":"Played","seat":3,"moves":["leader c8"]}',1.79501283817934775355e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',8,'{"type":"Played","seat":0,"moves":["tile 34 f2 f1"]}',1.79501283819344019886e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',9,'{"type":"Played","seat":1,"moves":["tile 14 k2 j2"]}',1.79501283820326638226e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',10,'{"type":"Played","seat":2,"moves":["tile 32 b7 a7"]}',1.79501283821710419658e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',11,'{"type":"Played","seat":3,"moves":["tile 41 h8 i8"]}',1.79501283823015761378e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',12,'{"type":"Played","seat":0,"moves":["tile 43 k8 l8"]}',1.79501283823906660082e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',13,'{"type":"Played","seat":1,"moves":["tile 32 d4 d3"]}',1.79501283825160765647e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',14,'{"type":"Played","seat":2,"moves":["tile 34 j7 j8"]}',1.7950128382650475502e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',15,'{"type":"Played","seat":3,"moves":["tile 31 b5 c5"]}',1.79501283831939625738e+09);
INSERT INTO "events" VALUES('H_LyZhxPl3Pe',16,'{"type":"Played","seat":0,"moves":["leader j1"]}',1.79501283836612653731e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',0,'{"type":"Created","game":"feuer-wasser","record":"[Game \"feuer-wasser\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"a7165032eb2d104a06c0d166bfc43d9b\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","public":true,"locks":["4165b232d6f6f2a02a11f23f69f8de0f5bd00817","e4870520e65102f18233ad84d309875ce21e8627"]}',1.7950128383861846924e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501283842532491689e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',2,'{"type":"Played","seat":0,"moves":["elemental d2"]}',1.79501283845282173161e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',3,'{"type":"Played","seat":1,"moves":["elemental b7"]}',1.79501283849980831147e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',4,'{"type":"Played","seat":0,"moves":["elemental e4"]}',1.79501283853983426095e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',5,'{"type":"Played","seat":1,"moves":["tile 31 g7 g8"]}',1.79501283857721686361e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',6,'{"type":"Played","seat":0,"moves":["leader g2"]}',1.79501283860786199565e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',7,'{"type":"Played","seat":1,"moves":["tile 21 f5 f6"]}',1.79501283865327215197e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',8,'{"type":"Played","seat":0,"moves":["tile 44 c5 c6"]}',1.79501283868043875696e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',9,'{"type":"Played","seat":1,"moves":["tile 34 e5 e6"]}',1.79501283872641587257e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',10,'{"type":"Played","seat":0,"moves":["tile 21 d8 e8"]}',1.79501283876552248002e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',11,'{"type":"Played","seat":1,"moves":["tile 42 a8 b8"]}',1.79501283882086896896e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',12,'{"type":"Played","seat":0,"moves":["tile 41 g5 g4"]}',1.79501283887159013754e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',13,'{"type":"Played","seat":1,"moves":["leader h4"]}',1795012838.92265);
INSERT INTO "events" VALUES('EjWxRTgchLEx',14,'{"type":"Played","seat":0,"moves":["tile 22 a3 a4"]}',1.79501283896398448943e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',15,'{"type":"Played","seat":1,"moves":["tile 12 b5 a5"]}',1.79501283900737404822e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',16,'{"type":"Played","seat":0,"moves":["tile 11 c8 c7"]}',1.79501283903704142571e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',17,'{"type":"Played","seat":1,"moves":["tile 11 c1 c2"]}',1.79501283907967305181e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',18,'{"type":"Played","seat":0,"moves":["tile 42 f3 g3"]}',1.79501283911698722838e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',19,'{"type":"Played","seat":1,"moves":["tile 44 a1 a2"]}',1.79501283917198562615e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',20,'{"type":"Played","seat":0,"moves":["tile 24 b1 b2"]}',1.79501283921211838724e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',21,'{"type":"Played","seat":1,"moves":["tile 33 d3 d4"]}',1.79501283925708532331e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',22,'{"type":"Played","seat":0,"moves":["tile 33 c3 c4"]}',1.79501283930022644992e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',23,'{"type":"Played","seat":1,"moves":["tile 43 h6 h7"]}',1.795012839348085165e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',24,'{"type":"Played","seat":0,"moves":["tile 31 d1 e1"]}',1.79501283937845253942e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',25,'{"type":"Played","seat":1,"moves":["tile 32 h1 h2"]}',1.79501283945192122463e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',26,'{"type":"Played","seat":0,"moves":["tile 23 f7 f8"]}',1.79501283949624228482e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',27,'{"type":"Played","seat":1,"moves":["tile 23 e2 f2"]}',1.79501283957226037985e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',28,'{"type":"Played","seat":0,"moves":["tile 14 b4 b3"]}',1.79501283960962247851e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',29,'{"type":"Played","seat":1,"moves":["stone b2"]}',1.79501283967246437079e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',30,'{"type":"Played","seat":0,"moves":["tile 32 d7 d6"]}',1.79501283972042274469e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',31,'{"type":"Played","seat":1,"moves":["stone e3"]}',1.79501283982533788681e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',32,'{"type":"Played","seat":0,"moves":["stone e7"]}',1.7950128398721675873e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',33,'{"type":"Played","seat":1,"moves":["tile 24 g1 f1"]}',1795012839.95296);
INSERT INTO "events" VALUES('EjWxRTgchLEx',34,'{"type":"Played","seat":0,"moves":["tile 43 a7 a6"]}',1.79501284002697205546e+09);
INSERT INTO "events" VALUES('EjWxRTgchLEx',35,'{"type":"Played","seat":1,"moves":["stone e1"]}',1.7950128401189405918e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"1\"]\n[Mode \"solitaire\"]\n[Seed \"ccedf1d850f3a2445ad2190d3d2b10c4\"]\n[Seat0 \"Green\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["48bbc273a8c5a09caea4efc14c207c23a6a262ba"]}',1.79501284037319183348e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',1,'{"type":"Played","seat":0,"moves":["tile -1,0"]}',1.79501284041634583468e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',2,'{"type":"Played","seat":0,"moves":["crew 1 red -1,0"]}',1.79501284047072291369e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',3,'{"type":"Played","seat":0,"moves":["tile -1,1"]}',1.79501284051608681674e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',4,'{"type":"Played","seat":0,"moves":["crew 3 blue 0,0"]}',1.7950128405620312691e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',5,'{"type":"Played","seat":0,"moves":["tile 0,1"]}',1.79501284060100173949e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',6,'{"type":"Played","seat":0,"moves":["crew 1 red -1,1"]}',1.79501284065201091762e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',7,'{"type":"Played","seat":0,"moves":["tile 1,0"]}',1.79501284070951247213e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',8,'{"type":"Played","seat":0,"moves":["crew 3 green 0,1"]}',1.7950128407599723339e+09);
INSERT INTO "events" VALUES('sDKx5DwViEZT',9,'{"type":"Played","seat":0,"moves":["tile 1,-1"]}',1.7950128408082294464e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"1\"]\n[Mode \"solitaire\"]\n[Seed \"8290d720d34365888451ca580dd0b4b5\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["f2e2d2fb7f21cc478fb020902e40f1685323a825"]}',1.79501284083806610103e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',1,'{"type":"Played","seat":0,"moves":["volcano 2,0"]}',1.79501284084972810746e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',2,'{"type":"Played","seat":0,"moves":["fly blue -1,-2 -1,1"]}',1.7950128409062824249e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',3,'{"type":"Played","seat":0,"moves":["fly red 0,2 0,2"]}',1.79501284097917771344e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',4,'{"type":"Played","seat":0,"moves":["fly green -1,-2 -1,3"]}',1.79501284102045536045e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',5,'{"type":"Played","seat":0,"moves":["fly yellow 0,0 0,1"]}',1.79501284107043051715e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',6,'{"type":"Played","seat":0,"moves":["fly blue -3,3 -1,3"]}',1.79501284149030375476e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',7,'{"type":"Played","seat":0,"moves":["fly yellow 0,2 0,2"]}',1.79501284162044882778e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',8,'{"type":"Played","seat":0,"moves":["fly red 1,-1 1,-1"]}',1.79501284169378018374e+09);
INSERT INTO "events" VALUES('f_wdPkZf_6uM',9,'{"type":"Played","seat":0,"moves":["fly yellow 1,-1 2,-2"]}',1.79501284178087139125e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"cooperative\"]\n[Seed \"a349bbc6fb14f7b65be6f64efd192a4e\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["c14a8015601bb79f3bd0de2ff23a6d7b8c0b7de2","069fa6eb6acccec01ab3c02f4e9423e736d52259"]}',1.79501284182824850086e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501284190005755423e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',2,'{"type":"Played","seat":1,"moves":["volcano 1,0"]}',1.79501284200409269337e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',3,'{"type":"Played","seat":0,"moves":["fly blue -1,2 -1,2"]}',1.79501284207670021059e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',4,'{"type":"Played","seat":1,"moves":["fly red -4,3 0,3"]}',1.79501284216024780274e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',5,'{"type":"Played","seat":0,"moves":["fly green 2,-3 2,1"]}',1.79501284223258948322e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',6,'{"type":"Played","seat":1,"moves":["fly red 1,1 2,0"]}',1.79501284232136750222e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',7,'{"type":"Played","seat":0,"moves":["fly blue 0,-1 2,-3"]}',1.79501284242385530476e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',8,'{"type":"Played","seat":1,"moves":["fly yellow 2,-1 2,0"]}',1.79501284252514362333e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',9,'{"type":"Played","seat":0,"moves":["fly green -3,0 -3,2"]}',1.79501284260026836396e+09);
INSERT INTO "events" VALUES('mpqhJO9FCSPl',10,'{"type":"Played","seat":1,"moves":["fly yellow -1,0 -1,0"]}',1.79501284268567585945e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"2\"]\n[Mode \"cooperative\"]\n[Seed \"ca513614864a7de71fb1373e4b1b6377\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["f5dadf3df3658a1ed627bc4fd730629a46b93484","ee3eda8b879e0bdbc99ba5a646eba999a16594aa"]}',1.79501284271820092195e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501284277890872957e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',2,'{"type":"Played","seat":0,"moves":["tile 1,-1"]}',1.79501284282949733731e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',3,'{"type":"Played","seat":0,"moves":["crew 1 blue 1,-1"]}',1.79501284289805746081e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',4,'{"type":"Played","seat":1,"moves":["tile 0,1"]}',1.79501284295676565168e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',5,'{"type":"Played","seat":1,"moves":["crew 1 yellow 0,1"]}',1.79501284302654910089e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',6,'{"type":"Played","seat":0,"moves":["tile 1,1"]}',1.79501284308575153355e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',7,'{"type":"Played","seat":0,"moves":["crew 1 green 0,0"]}',1.7950128431299641132e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',8,'{"type":"Played","seat":1,"moves":["tile 0,2"]}',1.79501284314745140078e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',9,'{"type":"Played","seat":1,"moves":["crew 2 yellow 0,2"]}',1.79501284315976142886e+09);
INSERT INTO "events" VALUES('G4lzXmn4fBKD',10,'{"type":"Played","seat":0,"moves":["tile -1,2"]}',1.79501284319621443744e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"3\"]\n[Mode \"competitive\"]\n[Options \"firebreak hotter\"]\n[Seed \"ced3df7a791acea4d96e0a2ea99e2e88\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["e5776c65c5785b5ca13242d07474b53ead7e8da1","80c4f3ba5dd3c678ffca448b46707cde719d39d4","59caba5958bfa47eee1e849cfb652cad2ea7ba3e"]}',1.79501284326838421827e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501284332179570192e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501284336708950991e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',3,'{"type":"Played","seat":0,"moves":["tile 1,0"]}',1.79501284342502665522e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',4,'{"type":"Played","seat":0,"moves":["crew 3 red 1,0"]}',1.79501284347358465191e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',5,'{"type":"Played","seat":1,"moves":["tile 0,1"]}',1.79501284352354478833e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',6,'{"type":"Played","seat":1,"moves":["crew 1 blue 0,0"]}',1.79501284356177949908e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',7,'{"type":"Played","seat":2,"moves":["break 2,-1 yellow"]}',1.79501284362025094031e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',8,'{"type":"Played","seat":0,"moves":["tile 1,1"]}',1.79501284366743946076e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',9,'{"type":"Played","seat":0,"moves":["crew 3 green 1,1"]}',1.79501284371813607217e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',10,'{"type":"Played","seat":1,"moves":["tile 2,0"]}',1.79501284378054404254e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',11,'{"type":"Played","seat":1,"moves":["crew 1 red 1,-1"]}',1.79501284410026788708e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',12,'{"type":"Played","seat":2,"moves":["tile 2,1"]}',1.79501284416002941136e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',13,'{"type":"Played","seat":2,"moves":["crew 1 red 2,1"]}',1.79501284422537493701e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',14,'{"type":"Played","seat":0,"moves":["break 1,2 green"]}',1.79501284428376603127e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',15,'{"type":"Played","seat":1,"moves":["break 3,0 blue"]}',1.79501284436016654965e+09);
INSERT INTO "events" VALUES('j11B4xUqlfR4',16,'{"type":"Played","seat":2,"moves":["break 0,2 yellow"]}',1.79501284443298983568e+09);
INSERT INTO "events" VALUES('wc14Ivc2cFw9',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"a72317bd13deaccd36887995856fbd00\"]\n[Layout \"hexagon\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["291bb28d4a978e76de792b0072acc1d0b31750ff","b20bba52919403cd252ac8d191d7251b87624d45"]}',1.79501284445704030988e+09);
INSERT INTO "events" VALUES('wc14Ivc2cFw9',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501284451419115071e+09);
INSERT INTO "events" VALUES('wc14Ivc2cFw9',2,'{"type":"Played","seat":1,"moves":["volcano -2,2"]}',1.79501284458798027036e+09);
INSERT INTO "events" VALUES('wc14Ivc2cFw9',3,'{"type":"Played","seat":0,"moves":["fly blue -2,1 -1,1"]}',1.7950128446483297348e+09);
INSERT INTO "events" VALUES('wc14Ivc2cFw9',4,'{"type":"Played","seat":1,"moves":["fly yellow -1,2 0,1"]}',1.79501284471759343149e+09);
INSERT INTO "events" VALUES('wc14Ivc2cFw9',5,'{"type":"Played","seat":0,"moves":["fly green 0,-1 2,-1"]}',1.79501284478023028371e+09);
INSERT INTO "events" VALUES('wc14Ivc2cFw9',6,'{"type":"Played","seat":1,"moves":["fly red 2,-1 2,-1"]}',1.79501284486630272863e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',0,'{"type":"Created","game":"feuer-wasser","record":"[Game \"feuer-wasser\"]\n[Players \"4\"]\n[Mode \"competitive\"]\n[Seed \"2731f3c5b94dbcfc8059e1fc8e3729f2\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Seat2 \"Yellow\"]\n[Seat3 \"Red\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"},{"kind":"open","name":"Yellow"},{"kind":"open","name":"Red"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["e2ac71ece1256920093d16a4976bfaad5dcb0127","af3316dcbec148387ef28b6211d5ec8534403d1f","0096e6af5e4225b1bac3845be21634925ab0b800","50889364942b6ea1cfbaa460db11d532f14f8e3f"]}',1.79501284499548816684e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501284503174185751e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',2,'{"type":"SatDown","seat":2,"who":"c7c8daef88991efc9e23840f65ac5d3c77959423","name":"Cleo"}',1.79501284509015607837e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',3,'{"type":"SatDown","seat":3,"who":"721d0dcbce4f913921178c6ec65c073bfac08357","name":"Dirk"}',1.79501284511339426045e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',4,'{"type":"Played","seat":0,"moves":["elemental i7"]}',1.79501284514575338365e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',5,'{"type":"Played","seat":1,"moves":["elemental e4"]}',1.79501284521564507482e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',6,'{"type":"Played","seat":2,"moves":["elemental b2"]}',1.79501284525794100764e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',7,'{"type":"Played","seat":3,"moves":["tile 41 b3 c3"]}',1795012845.31551);
INSERT INTO "events" VALUES('S1GhI31BRzO7',8,'{"type":"Played","seat":0,"moves":["tile 34 a4 a5"]}',1.79501284536543464663e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',9,'{"type":"Played","seat":1,"moves":["tile 13 h8 i8"]}',1.79501284538751292225e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',10,'{"type":"Played","seat":2,"moves":["leader i1"]}',1795012845.40274);
INSERT INTO "events" VALUES('S1GhI31BRzO7',11,'{"type":"Played","seat":3,"moves":["tile 24 b5 c5"]}',1.7950128454331054687e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',12,'{"type":"Played","seat":0,"moves":["tile 21 i4 i5"]}',1.79501284544384241107e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',13,'{"type":"Played","seat":1,"moves":["tile 42 k6 j6"]}',1.79501284553292894362e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',14,'{"type":"Played","seat":2,"moves":["tile 21 e3 d3"]}',1.79501284559168767934e+09);
INSERT INTO "events" VALUES('S1GhI31BRzO7',15,'{"type":"Played","seat":3,"moves":["tile 23 d6 d7"]}',1.79501284652866435051e+09);
INSERT INTO "events" VALUES('jx51Ut8wI_B6',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"1e01d4bbb07781f5de30b61f29646c10\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","clock":"a day a move","locks":["4c5fd93c0662ec0a567ac7d7d07ac407d7d3012c","358c82d238085099d8e7e5100baaed8e68822d33"]}',1.79501284655079030986e+09);
INSERT INTO "events" VALUES('jx51Ut8wI_B6',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501284655878615374e+09);
INSERT INTO "events" VALUES('jx51Ut8wI_B6',2,'{"type":"Played","seat":1,"moves":["volcano -1,-1"]}',1.79501284657085466382e+09);
INSERT INTO "events" VALUES('jx51Ut8wI_B6',3,'{"type":"Played","seat":0,"moves":["fly blue -2,0 3,0"]}',1.79501284657764291767e+09);
INSERT INTO "events" VALUES('jx51Ut8wI_B6',4,'{"type":"Played","seat":1,"moves":["fly red 1,0 4,-3"]}',1.79501284658582496646e+09);
INSERT INTO "events" VALUES('jx51Ut8wI_B6',5,'{"type":"Played","seat":0,"moves":["fly blue -3,0 -2,-1"]}',1.79501284659222245217e+09);
INSERT INTO "events" VALUES('jx51Ut8wI_B6',6,'{"type":"Played","seat":1,"moves":["fly yellow -2,2 4,-4"]}',1.7950128466087129116e+09);
INSERT INTO "events" VALUES('WaLb6_ufVN02',12,'{"type":"Said","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","name":"Ann","text":"Good luck – “Bob”!","seat":0}',1.79501284661217427257e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',0,'{"type":"Created","game":"feuer-wasser","record":"[Game \"feuer-wasser\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"d445240c872fc2b210775d656f4bc341\"]\n[Seat0 \"Green\"]\n[Seat1 \"Blue\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Blue"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["d4492d163284333b3744434380496977ea68d8ac","7926ac7a16939d446d4b0caff77da7f90843cfc5"]}',1.79501284661489391323e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',1,'{"type":"SatDown","seat":1,"who":"147bb7c6d74796428eb2aa03f4d82bc8ad8f47de","name":"Bob"}',1.79501284662009787562e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',2,'{"type":"Played","seat":0,"moves":["elemental b5"]}',1.79501284662645435334e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',3,'{"type":"Played","seat":1,"moves":["elemental e5"]}',1.79501284663362193107e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',4,'{"type":"Played","seat":0,"moves":["elemental c7"]}',1.79501284667986226077e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',5,'{"type":"Played","seat":1,"moves":["tile 24 f6 e6"]}',1.7950128467552082538e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',6,'{"type":"Played","seat":0,"moves":["leader a6"]}',1.79501284680419063563e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',7,'{"type":"Played","seat":1,"moves":["tile 33 f5 f4"]}',1.79501284686815643313e+09);
INSERT INTO "events" VALUES('L3mvDROiuFxo',8,'{"type":"GivenUp","seat":0}',1.79501284688815522191e+09);
INSERT INTO "events" VALUES('gLqrm7cJXWoc',0,'{"type":"Created","game":"feurio","record":"[Game \"feurio\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"0f424f675fc7add7788a2a9b6d6e88fb\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"bot","name":"Spark","level":"spark"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["96456b3b0efb881d60d131859bc009a69be0a0b1","218203dc426931e490812f0c33efa6060aaa864b"]}',1.7950128469190661907e+09);
INSERT INTO "events" VALUES('gLqrm7cJXWoc',1,'{"type":"Played","seat":0,"moves":["tile 1,-1"]}',1.79501284695333194734e+09);
INSERT INTO "events" VALUES('gLqrm7cJXWoc',2,'{"type":"Played","seat":0,"moves":["pass"]}',1.79501284699141931537e+09);
INSERT INTO "events" VALUES('gLqrm7cJXWoc',3,'{"type":"Played","seat":1,"moves":["tile 0,-1"]}',1.79501284769738984111e+09);
INSERT INTO "events" VALUES('gLqrm7cJXWoc',4,'{"type":"Played","seat":1,"moves":["crew 3 yellow 1,-1"]}',1795012848.41089);
INSERT INTO "events" VALUES('gLqrm7cJXWoc',5,'{"type":"Played","seat":0,"moves":["tile 1,-2"]}',1.79501284850923085211e+09);
INSERT INTO "events" VALUES('OokgKiTbgZ9k',0,'{"type":"Created","game":"vulkan","record":"[Game \"vulkan\"]\n[Players \"2\"]\n[Mode \"competitive\"]\n[Seed \"378ce09e3417f3f459b84b6e58d2d138\"]\n[Layout \"random\"]\n[Seat0 \"Green\"]\n[Seat1 \"Yellow\"]\n[Date \"2026-11-18\"]\n[Result \"*\"]\n\n","places":[{"kind":"person","name":"Ann","who":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7"},{"kind":"open","name":"Yellow"}],"host":"57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7","locks":["3497f3aad23420b2984717ff1800ae33a2c2b88e","04c3c8ba2d9aeca81adad56c9bd1fe49e6000d57"]}',1.7950128485350439548e+09);
CREATE TABLE facts (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE holders (
	table_id VARCHAR(32) NOT NULL, 
	who VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, who), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "holders" VALUES('WaLb6_ufVN02','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('WaLb6_ufVN02','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('oi7VvqQmDMBG','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('oi7VvqQmDMBG','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('oi7VvqQmDMBG','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('ohANf_XmqycH','721d0dcbce4f913921178c6ec65c073bfac08357');
INSERT INTO "holders" VALUES('ohANf_XmqycH','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('ohANf_XmqycH','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('ohANf_XmqycH','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('IXf3MUMXvLjD','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('IXf3MUMXvLjD','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('8NvfVWZwCYdp','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('8NvfVWZwCYdp','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('iSDkMITEe3WM','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('iSDkMITEe3WM','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('iSDkMITEe3WM','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('SSEdMvTWMe5D','721d0dcbce4f913921178c6ec65c073bfac08357');
INSERT INTO "holders" VALUES('SSEdMvTWMe5D','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('SSEdMvTWMe5D','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('SSEdMvTWMe5D','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('Nup69QmWQLsn','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('Nup69QmWQLsn','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('QgFvgnmSgHXK','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('QgFvgnmSgHXK','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('HBNF5qH6SCaZ','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('HBNF5qH6SCaZ','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('HBNF5qH6SCaZ','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('H_LyZhxPl3Pe','721d0dcbce4f913921178c6ec65c073bfac08357');
INSERT INTO "holders" VALUES('H_LyZhxPl3Pe','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('H_LyZhxPl3Pe','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('H_LyZhxPl3Pe','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('EjWxRTgchLEx','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('EjWxRTgchLEx','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('sDKx5DwViEZT','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('f_wdPkZf_6uM','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('mpqhJO9FCSPl','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('mpqhJO9FCSPl','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('G4lzXmn4fBKD','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('G4lzXmn4fBKD','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('j11B4xUqlfR4','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('j11B4xUqlfR4','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('j11B4xUqlfR4','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('wc14Ivc2cFw9','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('wc14Ivc2cFw9','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('S1GhI31BRzO7','721d0dcbce4f913921178c6ec65c073bfac08357');
INSERT INTO "holders" VALUES('S1GhI31BRzO7','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('S1GhI31BRzO7','c7c8daef88991efc9e23840f65ac5d3c77959423');
INSERT INTO "holders" VALUES('S1GhI31BRzO7','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('jx51Ut8wI_B6','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('jx51Ut8wI_B6','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('L3mvDROiuFxo','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('L3mvDROiuFxo','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de');
INSERT INTO "holders" VALUES('gLqrm7cJXWoc','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
INSERT INTO "holders" VALUES('OokgKiTbgZ9k','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7');
CREATE TABLE learned (
	who VARCHAR(64) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	step VARCHAR(32) NOT NULL, 
	PRIMARY KEY (who, game, step)
);
INSERT INTO "learned" VALUES('57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7','feurio','hottest');
INSERT INTO "learned" VALUES('57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7','feurio','crew');
INSERT INTO "learned" VALUES('57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7','feurio','forced');
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
INSERT INTO "people" VALUES('57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7','Ann');
INSERT INTO "people" VALUES('147bb7c6d74796428eb2aa03f4d82bc8ad8f47de','Bob');
INSERT INTO "people" VALUES('c7c8daef88991efc9e23840f65ac5d3c77959423','Cleo');
INSERT INTO "people" VALUES('721d0dcbce4f913921178c6ec65c073bfac08357','Dirk');
CREATE TABLE presences (
	table_id VARCHAR(32) NOT NULL, 
	process_id VARCHAR(32) NOT NULL, 
	people TEXT NOT NULL, 
	PRIMARY KEY (table_id, process_id)
);
CREATE TABLE processes (
	id VARCHAR(32) NOT NULL, 
	machine VARCHAR(128) NOT NULL, 
	pid INTEGER NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE ratings (
	kind VARCHAR(8) NOT NULL, 
	subject VARCHAR(64) NOT NULL, 
	value FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	PRIMARY KEY (kind, subject)
);
INSERT INTO "ratings" VALUES('person','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7',1.31642310232073441508e+03,2.59138119098730726366e+02,6.00002981560016843132e-02);
INSERT INTO "ratings" VALUES('puzzle','vulkan/1a18ea7d',1.52172144303246659547e+03,1.44437139895631389656e+02,6.0000117514896131321e-02);
CREATE TABLE restrictions (
	kind VARCHAR(8) NOT NULL, 
	subject VARCHAR(64) NOT NULL, 
	since FLOAT NOT NULL, 
	PRIMARY KEY (kind, subject)
);
CREATE TABLE standings (
	table_id VARCHAR(32) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	public BOOLEAN NOT NULL, 
	day VARCHAR(10), 
	won BOOLEAN, 
	changed FLOAT NOT NULL, deadline FLOAT, thinker VARCHAR(32), thought INTEGER, begun BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "standings" VALUES('WaLb6_ufVN02','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('oi7VvqQmDMBG','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('ohANf_XmqycH','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('IXf3MUMXvLjD','over',1,NULL,1,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('8NvfVWZwCYdp','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('iSDkMITEe3WM','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('SSEdMvTWMe5D','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('Nup69QmWQLsn','over',1,NULL,1,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('QgFvgnmSgHXK','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('HBNF5qH6SCaZ','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('H_LyZhxPl3Pe','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('EjWxRTgchLEx','over',1,NULL,1,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('sDKx5DwViEZT','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('f_wdPkZf_6uM','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('mpqhJO9FCSPl','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('G4lzXmn4fBKD','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('j11B4xUqlfR4','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('wc14Ivc2cFw9','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('S1GhI31BRzO7','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('jx51Ut8wI_B6','running',0,NULL,NULL,1795012800.0,1.79509924660871291162e+09,NULL,NULL,1);
INSERT INTO "standings" VALUES('L3mvDROiuFxo','over',0,NULL,1,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('gLqrm7cJXWoc','running',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,1);
INSERT INTO "standings" VALUES('OokgKiTbgZ9k','open',0,NULL,NULL,1795012800.0,NULL,NULL,NULL,0);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('WaLb6_ufVN02',1.79501282136278820034e+09);
INSERT INTO "tables" VALUES('oi7VvqQmDMBG',1.79501282240762710575e+09);
INSERT INTO "tables" VALUES('ohANf_XmqycH',1.7950128239869408607e+09);
INSERT INTO "tables" VALUES('IXf3MUMXvLjD',1.79501282643516826623e+09);
INSERT INTO "tables" VALUES('8NvfVWZwCYdp',1.79501283147797250751e+09);
INSERT INTO "tables" VALUES('iSDkMITEe3WM',1.79501283250809073443e+09);
INSERT INTO "tables" VALUES('SSEdMvTWMe5D',1.79501283269155335431e+09);
INSERT INTO "tables" VALUES('Nup69QmWQLsn',1.79501283285128879546e+09);
INSERT INTO "tables" VALUES('QgFvgnmSgHXK',1.79501283410759782796e+09);
INSERT INTO "tables" VALUES('HBNF5qH6SCaZ',1.79501283580522131913e+09);
INSERT INTO "tables" VALUES('H_LyZhxPl3Pe',1.79501283804843401905e+09);
INSERT INTO "tables" VALUES('EjWxRTgchLEx',1.7950128383861846924e+09);
INSERT INTO "tables" VALUES('sDKx5DwViEZT',1.79501284037319183348e+09);
INSERT INTO "tables" VALUES('f_wdPkZf_6uM',1.79501284083806610103e+09);
INSERT INTO "tables" VALUES('mpqhJO9FCSPl',1.79501284182824850086e+09);
INSERT INTO "tables" VALUES('G4lzXmn4fBKD',1.79501284271820092195e+09);
INSERT INTO "tables" VALUES('j11B4xUqlfR4',1.79501284326838421827e+09);
INSERT INTO "tables" VALUES('wc14Ivc2cFw9',1.79501284445704030988e+09);
INSERT INTO "tables" VALUES('S1GhI31BRzO7',1.79501284499548816684e+09);
INSERT INTO "tables" VALUES('jx51Ut8wI_B6',1.79501284655079030986e+09);
INSERT INTO "tables" VALUES('L3mvDROiuFxo',1.79501284661489391323e+09);
INSERT INTO "tables" VALUES('gLqrm7cJXWoc',1.7950128469190661907e+09);
INSERT INTO "tables" VALUES('OokgKiTbgZ9k',1.7950128485350439548e+09);
CREATE TABLE usage (
	process_id VARCHAR(32) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	subject VARCHAR(64) NOT NULL, 
	at FLOAT NOT NULL, 
	seconds FLOAT NOT NULL, 
	PRIMARY KEY (process_id, kind, subject, at)
);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','address','127.0.0.1',1.79501282797432851786e+09,1.56495596000000097847e-01);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','person','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7',1.79501282797432851786e+09,1.00495596000000061986e-01);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','address','127.0.0.1',1.79501283800515508653e+09,5.30179785000000292072e-01);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','person','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de',1.79501283800515508653e+09,1.44000000000000100142e-01);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','person','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7',1.79501283800515508653e+09,3.59179785000000195704e-01);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','address','127.0.0.1',1.79501284802723097807e+09,5.24928883000000512382e-01);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','person','147bb7c6d74796428eb2aa03f4d82bc8ad8f47de',1.79501284802723097807e+09,1.18000000000000090927e-01);
INSERT INTO "usage" VALUES('7d53cf238552ecd9','person','57d6e1db03d3bd77326ab3ae36fc9b51d900dfd7',1.79501284802723097807e+09,3.61928883000000367609e-01);
CREATE INDEX ix_standings_state ON standings (state);
CREATE INDEX ix_standings_day ON standings (day);
CREATE INDEX ix_holders_who ON holders (who);
CREATE INDEX ix_standings_deadline ON standings (deadline);
COMMIT;
