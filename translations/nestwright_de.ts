<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>Advice</name>
    <message>
        <source>Unrolling makes {0} copies of the loop&apos;s body, which compile slowly and fill the instruction cache.</source>
        <translation>Abrollen erzeugt {0} Kopien des Schleifenrumpfs, die langsam kompilieren und den Befehlscache füllen.</translation>
    </message>
    <message>
        <source>the loop</source>
        <translation>die Schleife</translation>
    </message>
    <message>
        <source>It computes {0}× as much: parts are computed again for every reader.</source>
        <translation>Es wird das {0}-Fache berechnet: Teile werden für jeden Leser neu berechnet.</translation>
    </message>
    <message>
        <source>{0} iterations of {1} are shared among {2} cores.</source>
        <translation>{0} Iterationen von {1} verteilen sich auf {2} Kerne.</translation>
    </message>
    <message>
        <source>{0} cores have work at a time, where it was {1}.</source>
        <translation>{0} Kerne haben gleichzeitig Arbeit statt bisher {1}.</translation>
    </message>
    <message>
        <source>What is fetched comes while something else is computed.</source>
        <translation>Geladene Daten treffen ein, während anderes berechnet wird.</translation>
    </message>
    <message>
        <source>Only {0} cores have work at a time, where it was {1}.</source>
        <translation>Nur {0} Kerne haben gleichzeitig Arbeit statt bisher {1}.</translation>
    </message>
    <message>
        <source>One core does all the work, where it was {0}.</source>
        <translation>Ein Kern leistet die ganze Arbeit, bisher waren es {0}.</translation>
    </message>
    <message>
        <source>What is fetched is waited for, with nothing to compute beside it.</source>
        <translation>Auf geladene Daten wird gewartet, ohne dass daneben etwas zu berechnen ist.</translation>
    </message>
    <message>
        <source>It takes as long; intermediate memory shrinks from {0} to {1}.</source>
        <translation>Es dauert gleich lang; der Zwischenspeicher schrumpft von {0} auf {1}.</translation>
    </message>
    <message>
        <source>It takes as long; intermediate memory grows from {0} to {1}.</source>
        <translation>Es dauert gleich lang; der Zwischenspeicher wächst von {0} auf {1}.</translation>
    </message>
    <message>
        <source>{0} takes {1} of the time: {2} can gain no more than that.</source>
        <translation>{0} nimmt {1} der Zeit ein: {2} kann nicht mehr als das gewinnen.</translation>
    </message>
    <message>
        <source>The compiler makes vectors of this without being asked.</source>
        <translation>Der Compiler vektorisiert dies von sich aus.</translation>
    </message>
    <message>
        <source>It takes as long there.</source>
        <translation>Dort dauert es gleich lang.</translation>
    </message>
    <message>
        <source>{0} iterations of {1} become vector instructions; {2} elements fit a register.</source>
        <translation>{0} Iterationen von {1} werden zu Vektorbefehlen; {2} Elemente passen in ein Register.</translation>
    </message>
    <message>
        <source>The {0} iterations of {1} need no loop, and the compiler can compute {2} elements at a time.</source>
        <translation>Die {0} Iterationen von {1} brauchen keine Schleife, und der Compiler kann {2} Elemente auf einmal berechnen.</translation>
    </message>
    <message>
        <source>The {0} iterations of {1} need no loop, and their sums do not wait for each other.</source>
        <translation>Die {0} Iterationen von {1} brauchen keine Schleife, und ihre Summen warten nicht aufeinander.</translation>
    </message>
    <message>
        <source>The {0} iterations of {1} need no loop.</source>
        <translation>Die {0} Iterationen von {1} brauchen keine Schleife.</translation>
    </message>
    <message>
        <source>beyond L1</source>
        <translation>jenseits von L1</translation>
    </message>
    <message>
        <source>beyond L2</source>
        <translation>jenseits von L2</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>dem RAM</translation>
    </message>
    <message>
        <source>{0} come from {1}, where it was {2}.</source>
        <translation>{0} kommen von {1} statt bisher {2}.</translation>
    </message>
    <message>
        <source>The cores are started {0} times.</source>
        <translation>Die Kerne werden {0}-mal gestartet.</translation>
    </message>
    <message>
        <source>The cores are started {0} times, where it was {1}.</source>
        <translation>Die Kerne werden {0}-mal gestartet statt bisher {1}-mal.</translation>
    </message>
    <message>
        <source>The compiler can compute {0} elements at a time.</source>
        <translation>Der Compiler kann {0} Elemente auf einmal berechnen.</translation>
    </message>
    <message>
        <source>It computes {0} flop, where it was {1}.</source>
        <translation>Es werden {0} Flop berechnet statt bisher {1}.</translation>
    </message>
    <message>
        <source>What is computed beside the innermost sums takes less.</source>
        <translation>Was neben den innersten Summen berechnet wird, dauert kürzer.</translation>
    </message>
    <message>
        <source>More sums are under way at a time, so that they wait less.</source>
        <translation>Mehr Summen sind gleichzeitig in Arbeit, sodass sie weniger warten.</translation>
    </message>
    <message>
        <source>Less is read and written for each operation.</source>
        <translation>Je Operation wird weniger gelesen und geschrieben.</translation>
    </message>
    <message>
        <source>Fewer divisions are left.</source>
        <translation>Es bleiben weniger Divisionen.</translation>
    </message>
    <message>
        <source>Fewer instructions are left beside the arithmetic.</source>
        <translation>Neben der Arithmetik bleiben weniger Befehle.</translation>
    </message>
    <message>
        <source>It computes {0} elements at a time, where it was {1}.</source>
        <translation>Es werden {0} Elemente auf einmal berechnet statt bisher {1}.</translation>
    </message>
    <message>
        <source>It computes one element at a time: what the inner loop touches does not lie side by side.</source>
        <translation>Es wird ein Element nach dem anderen berechnet: was die innere Schleife berührt, liegt nicht nebeneinander.</translation>
    </message>
    <message>
        <source>What is computed beside the innermost sums takes more.</source>
        <translation>Was neben den innersten Summen berechnet wird, dauert länger.</translation>
    </message>
    <message>
        <source>Its sums wait for each other.</source>
        <translation>Seine Summen warten aufeinander.</translation>
    </message>
    <message>
        <source>More is read and written for each operation.</source>
        <translation>Je Operation wird mehr gelesen und geschrieben.</translation>
    </message>
    <message>
        <source>More divisions are done for each element.</source>
        <translation>Je Element werden mehr Divisionen ausgeführt.</translation>
    </message>
    <message>
        <source>More instructions count loops and find places beside the arithmetic.</source>
        <translation>Neben der Arithmetik zählen mehr Befehle Schleifen und bestimmen Adressen.</translation>
    </message>
    <message>
        <source>less than 0.1 %</source>
        <translation>weniger als 0.1 %</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Line {0} costs more than it gains: without it the estimate is {1} times as fast.</source>
        <translation>Zeile {0} kostet mehr, als sie bringt: ohne sie ist die Schätzung {1}-mal so schnell.</translation>
    </message>
    <message>
        <source>Line {0} and what needs it, {1}, cost more than they gain: without them the estimate is {2} times as fast.</source>
        <translation>Zeile {0} und was sie braucht, {1}, kosten mehr, als sie bringen: ohne sie ist die Schätzung {2}-mal so schnell.</translation>
    </message>
    <message>
        <source>Two loops do what {loop} does, until they stand in another order.</source>
        <translation>Zwei Schleifen leisten dasselbe wie {loop}, solange ihre Reihenfolge bleibt.</translation>
    </message>
    <message>
        <source>splitting it</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Blocks fetch and compute as much as these loops do now.</source>
        <translation>Blöcke laden und berechnen so viel wie diese Schleifen jetzt.</translation>
    </message>
    <message>
        <source>a tile of it</source>
        <translation>Tiling</translation>
    </message>
    <message>
        <source>One loop does what the two do.</source>
        <translation>Eine Schleife leistet dasselbe wie die beiden.</translation>
    </message>
    <message>
        <source>fusing it</source>
        <translation>Fusionieren</translation>
    </message>
    <message>
        <source>As much is fetched and computed in this order.</source>
        <translation>In dieser Reihenfolge wird gleich viel geladen und berechnet.</translation>
    </message>
    <message>
        <source>Vectors of {loop} compute no faster.</source>
        <translation>Vektoren von {loop} rechnen nicht schneller.</translation>
    </message>
    <message>
        <source>vectors of it</source>
        <translation>Vektorisieren</translation>
    </message>
    <message>
        <source>The compiler does as well with {loop} as a loop.</source>
        <translation>Der Compiler kommt mit {loop} als Schleife ebenso gut zurecht.</translation>
    </message>
    <message>
        <source>writing it out</source>
        <translation>Abrollen</translation>
    </message>
    <message>
        <source>Handing {loop} out to the cores takes as long as it saves.</source>
        <translation>{loop} auf die Kerne zu verteilen dauert so lang, wie es spart.</translation>
    </message>
    <message>
        <source>sharing it among cores</source>
        <translation>Verteilen auf Kerne</translation>
    </message>
    <message>
        <source>The copy takes as long as it saves.</source>
        <translation>Die Kopie dauert so lang, wie sie spart.</translation>
    </message>
    <message>
        <source>Adding up the partial results takes as long as they save.</source>
        <translation>Die Teilergebnisse zu addieren dauert so lang, wie sie sparen.</translation>
    </message>
</context>
<context>
    <name>Bounds</name>
    <message>
        <source>a reduction always runs over all of its axis</source>
        <translation>eine Reduktion läuft immer über ihre ganze Achse</translation>
    </message>
    <message>
        <source>it is an output: all of it is computed</source>
        <translation>die Stage ist eine Ausgabe und wird ganz berechnet</translation>
    </message>
    <message>
        <source>clipped to the tensor&apos;s shape: {0}</source>
        <translation>auf die Shape des Tensors begrenzt: {0}</translation>
    </message>
    <message>
        <source>a scan starts at its first step, whatever is read</source>
        <translation>ein Scan beginnt immer bei seinem ersten Schritt, unabhängig davon, was gelesen wird</translation>
    </message>
    <message>
        <source>a scan keeps whole states</source>
        <translation>ein Scan behält ganze Zustände</translation>
    </message>
    <message>
        <source>{0} reads {1}</source>
        <translation>{0} liest {1}</translation>
    </message>
    <message>
        <source>{0}&apos;s {1}</source>
        <translation>{1} von {0}</translation>
    </message>
    <message>
        <source>{0} is relaxed: the threads of {1} share the memory</source>
        <translation>{0} ist relaxiert: die Threads von {1} nutzen den Speicher gemeinsam</translation>
    </message>
    <message>
        <source>{0} are relaxed: the threads of {1} share the memory</source>
        <translation>{0} sind relaxiert: die Threads von {1} nutzen den Speicher gemeinsam</translation>
    </message>
    <message>
        <source>{0} is relaxed: {1} is computed before all loops</source>
        <translation>{0} ist relaxiert: {1} wird vor allen Schleifen berechnet</translation>
    </message>
    <message>
        <source>{0} are relaxed: {1} is computed before all loops</source>
        <translation>{0} sind relaxiert: {1} wird vor allen Schleifen berechnet</translation>
    </message>
    <message>
        <source>{0} is relaxed: its loop is inside the attach point {1}</source>
        <translation>{0} ist relaxiert: die Schleife liegt innerhalb des Attach-Punkts {1}</translation>
    </message>
    <message>
        <source>{0} are relaxed: their loops are inside the attach point {1}</source>
        <translation>{0} sind relaxiert: die Schleifen liegen innerhalb des Attach-Punkts {1}</translation>
    </message>
    <message>
        <source>no longer than {0}, which is split by {1}{2? in line {2}}</source>
        <translation>nicht länger als {0}; der Split{2? in Zeile {2}} hat den Faktor {1}</translation>
    </message>
    <message>
        <source>factor {0} of the split of {1}{2? in line {2}}</source>
        <translation>Faktor {0} des Splits von {1}{2? in Zeile {2}}</translation>
    </message>
    <message>
        <source>nparts {0} of the split of {1}{2? in line {2}}</source>
        <translation>nparts {0} des Splits von {1}{2? in Zeile {2}}</translation>
    </message>
    <message>
        <source>extent = ceil({0} / {1}): {2} is split by {1}{3? in line {3}}</source>
        <translation>Extent = ceil({0} / {1}): {2} wird{3? in Zeile {3}} mit Faktor {1} geteilt</translation>
    </message>
    <message>
        <source>extent = ceil({0} / {1}): {2} is split into {1} parts{3? in line {3}}</source>
        <translation>Extent = ceil({0} / {1}): {2} wird{3? in Zeile {3}} in {1} Teile geteilt</translation>
    </message>
    <message>
        <source>{0} and {1} fused{4? in line {4}}: {2} · {3}</source>
        <translation>{0} und {1}{4? in Zeile {4}} fusioniert: {2} · {3}</translation>
    </message>
    <message>
        <source>a dimension of the layout made of {0}{1? in line {1}}</source>
        <translation>eine Dimension des Layouts, das{1? in Zeile {1}} aus {0} gebildet wird</translation>
    </message>
    <message>
        <source>there is one element</source>
        <translation>es gibt ein Element</translation>
    </message>
    <message>
        <source>{0} is {1} in block {2}</source>
        <translation>{0} ist {1} im Block {2}</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>{0} node</source>
        <translation>{0} Knoten</translation>
    </message>
    <message>
        <source>{0} nodes</source>
        <translation>{0} Knoten</translation>
    </message>
    <message>
        <source>{0} constant</source>
        <translation>{0} Konstante</translation>
    </message>
    <message>
        <source>{0} constants</source>
        <translation>{0} Konstanten</translation>
    </message>
    <message>
        <source>The graphs are equal: {0}.</source>
        <translation>Die Graphen sind gleich: {0}.</translation>
    </message>
    <message>
        <source>{0} node is the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} Knoten ist gleich, {1} geändert, {2} entfernt, {3} hinzugefügt</translation>
    </message>
    <message>
        <source>{0} nodes are the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} Knoten sind gleich, {1} geändert, {2} entfernt, {3} hinzugefügt</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0}; {1}.</source>
        <translation>{0}; {1}.</translation>
    </message>
    <message>
        <source>{0} constant is the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} Konstante ist gleich, {1} geändert, {2} entfernt, {3} hinzugefügt</translation>
    </message>
    <message>
        <source>{0} constants are the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} Konstanten sind gleich, {1} geändert, {2} entfernt, {3} hinzugefügt</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>%1 cannot be encoded as PNG</source>
        <translation>%1 lässt sich nicht als PNG kodieren</translation>
    </message>
</context>
<context>
    <name>Fusion</name>
    <message>
        <source>{0} as {1}</source>
        <translation>{0} als {1}</translation>
    </message>
    <message>
        <source>{0} with its own pattern</source>
        <translation>{0} mit eigenem Muster</translation>
    </message>
    <message>
        <source>fence after {0}</source>
        <translation>Sperre nach {0}</translation>
    </message>
    <message>
        <source>no fence after {0}</source>
        <translation>keine Sperre nach {0}</translation>
    </message>
    <message>
        <source>fuse {0} → {1}</source>
        <translation>{0} → {1} fusionieren</translation>
    </message>
    <message>
        <source>cut {0} → {1}</source>
        <translation>{0} → {1} trennen</translation>
    </message>
    <message>
        <source>leave to the rules {0} → {1}</source>
        <translation>{0} → {1} den Regeln überlassen</translation>
    </message>
    <message>
        <source>at most {0} operators in a group</source>
        <translation>höchstens {0} Operatoren in einer Gruppe</translation>
    </message>
    <message>
        <source>fusion at opt level {0}</source>
        <translation>Fusion mit Opt-Level {0}</translation>
    </message>
    <message>
        <source>no single change would: a value that is needed elsewhere too cannot be inside a group</source>
        <translation>keine einzelne Änderung: ein Wert, der auch anderswo gebraucht wird, kann nicht innerhalb einer Gruppe liegen</translation>
    </message>
    <message>
        <source>no single change would: a group does not cross functions</source>
        <translation>keine einzelne Änderung: eine Gruppe reicht nicht über Funktionen hinweg</translation>
    </message>
    <message>
        <source>no single change would: only the calls of operators form groups</source>
        <translation>keine einzelne Änderung: nur Aufrufe von Operatoren bilden Gruppen</translation>
    </message>
    <message>
        <source>no single change would</source>
        <translation>keine einzelne Änderung</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>{0} become {1}</source>
        <translation>{0} werden zu {1}</translation>
    </message>
    <message>
        <source>{0} is split into {1}</source>
        <translation>{0} wird geteilt in {1}</translation>
    </message>
    <message>
        <source>{0} becomes {1}</source>
        <translation>{0} wird zu {1}</translation>
    </message>
    <message>
        <source>{0} are merged into {1}</source>
        <translation>{0} werden zusammengelegt zu {1}</translation>
    </message>
    <message>
        <source>The groups stay as they are.</source>
        <translation>Die Gruppen bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>{0} split</source>
        <translation>{0} geteilt</translation>
    </message>
    <message>
        <source>{0} merged</source>
        <translation>{0} zusammengelegt</translation>
    </message>
    <message>
        <source>{0} regrouped</source>
        <translation>{0} neu gruppiert</translation>
    </message>
    <message>
        <source>{0}: {1}; {2}.</source>
        <translation>{0}: {1}; {2}.</translation>
    </message>
    <message>
        <source>{0} group becomes {1}</source>
        <translation>{0} Gruppe wird zu {1}</translation>
    </message>
    <message>
        <source>{0} groups become {1}</source>
        <translation>{0} Gruppen werden zu {1}</translation>
    </message>
    <message>
        <source>{0} node moves</source>
        <translation>{0} Knoten wechselt</translation>
    </message>
    <message>
        <source>{0} nodes move</source>
        <translation>{0} Knoten wechseln</translation>
    </message>
    <message>
        <source>there is no such node in the graph</source>
        <translation>der Graph hat keinen solchen Knoten</translation>
    </message>
    <message>
        <source>{0} is one node</source>
        <translation>{0} ist ein und derselbe Knoten</translation>
    </message>
    <message>
        <source>{0} and {1} stand in different functions, at least one of them primitive: its group is what the file says</source>
        <translation>{0} und {1} stehen in verschiedenen Funktionen, von denen mindestens eine primitiv ist: ihre Gruppe gibt die Datei vor</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0} belongs to no group: a constant is handed to the group that reads it, or is inside it</source>
        <translation>{0} gehört zu keiner Gruppe: eine Konstante wird der lesenden Gruppe übergeben oder liegt in ihr</translation>
    </message>
    <message>
        <source>{0} belongs to no group: only the calls of operators, tuples and projections do</source>
        <translation>{0} gehört zu keiner Gruppe: nur Aufrufe von Operatoren, Tupel und Projektionen gehören zu einer</translation>
    </message>
    <message>
        <source>{0} are in one group: they stand in one primitive function of the file</source>
        <translation>{0} sind in einer Gruppe: sie stehen in einer primitiven Funktion der Datei</translation>
    </message>
    <message>
        <source>{0} are in one group, whose value is that of {1}</source>
        <translation>{0} sind in einer Gruppe, deren Wert der von {1} ist</translation>
    </message>
    <message>
        <source>On the way from {0} to {1}: {2}</source>
        <translation>Auf dem Weg von {0} nach {1}: {2}</translation>
    </message>
    <message>
        <source>{0} are apart</source>
        <translation>{0} sind getrennt</translation>
    </message>
    <message>
        <source>{0} are not fused: the way between them leads through {1}, and fusion does not cross {2}.</source>
        <translation>{0} sind nicht fusioniert: der Weg zwischen ihnen führt durch {1}, und die Fusion geht nicht über {2} hinweg.</translation>
    </message>
    <message>
        <source>a {0}</source>
        <translation>ein {0}</translation>
    </message>
    <message>
        <source>{0} are not fused: neither reads the other, and no node later on needs all uses of both</source>
        <translation>{0} sind nicht fusioniert: keiner liest den anderen, und kein späterer Knoten braucht alle Verwendungen beider</translation>
    </message>
    <message>
        <source>{0} are not fused: neither reads the other, so both would have to be fused into {1}, where their ways meet; {2}</source>
        <translation>{0} sind nicht fusioniert: keiner liest den anderen, also müssten beide in {1} fusioniert werden, wo ihre Wege sich treffen; {2}</translation>
    </message>
    <message>
        <source>Phase {0}: {1}</source>
        <translation>Phase {0}: {1}</translation>
    </message>
    <message>
        <source>elementwise, broadcast and out_elemwise_fusable operators</source>
        <translation>Operatoren der Muster elementwise, broadcast und out_elemwise_fusable</translation>
    </message>
    <message>
        <source>injective operators and tuples</source>
        <translation>injective-Operatoren und Tupel</translation>
    </message>
    <message>
        <source>into tuples that were themselves fused into an injective operator</source>
        <translation>in Tupel, die selbst in einen injective-Operator fusioniert wurden</translation>
    </message>
    <message>
        <source>Phase {0} begins: {1}.</source>
        <translation>Phase {0} beginnt: {1}.</translation>
    </message>
    <message>
        <source>A root of the tree: {0} is needed outside.</source>
        <translation>Eine Wurzel des Baums: {0} wird außerhalb gebraucht.</translation>
    </message>
    <message>
        <source>A root: the uses of {0} never meet again.</source>
        <translation>Eine Wurzel: die Verwendungen von {0} treffen sich nie wieder.</translation>
    </message>
    <message>
        <source>All uses of {0} meet in {1}; the greatest pattern on the way is {2}.</source>
        <translation>Alle Verwendungen von {0} treffen sich in {1}; das höchste Muster auf dem Weg ist {2}.</translation>
    </message>
    <message>
        <source>{0} goes into the group of {1}.</source>
        <translation>{0} kommt in die Gruppe von {1}.</translation>
    </message>
    <message>
        <source>{0} goes into the group of {1}, with the {2} node between.</source>
        <translation>{0} kommt in die Gruppe von {1}, mit dem {2} Knoten dazwischen.</translation>
    </message>
    <message>
        <source>{0} goes into the group of {1}, with the {2} nodes between.</source>
        <translation>{0} kommt in die Gruppe von {1}, mit den {2} Knoten dazwischen.</translation>
    </message>
    <message>
        <source>As the file says: {0}</source>
        <translation>Wie die Datei vorgibt: {0}</translation>
    </message>
    <message>
        <source>A join: {0}</source>
        <translation>Eine Verbindung: {0}</translation>
    </message>
    <message>
        <source>{0} stays: {1}.</source>
        <translation>{0} bleibt: {1}.</translation>
    </message>
    <message>
        <source>{0} stays: {1} because of {2}.</source>
        <translation>{0} bleibt: {1} wegen {2}.</translation>
    </message>
    <message>
        <source>{0} → {1} fused: {2}.</source>
        <translation>{0} → {1} fusioniert: {2}.</translation>
    </message>
    <message>
        <source>{0} → {1} not fused: {2}.</source>
        <translation>{0} → {1} nicht fusioniert: {2}.</translation>
    </message>
    <message>
        <source>the file says so, they stand in one primitive function</source>
        <translation>die Datei gibt es vor, sie stehen in einer primitiven Funktion</translation>
    </message>
    <message>
        <source>they are in one group</source>
        <translation>sie sind in einer Gruppe</translation>
    </message>
    <message>
        <source>a join asks for {0} and {1} in one group</source>
        <translation>eine Verbindung verlangt {0} und {1} in einer Gruppe</translation>
    </message>
    <message>
        <source>in phase {0}, {1}</source>
        <translation>in Phase {0}: {1}</translation>
    </message>
    <message>
        <source>`{0}` lies between {1} and {2}, which were fused in phase {3}</source>
        <translation>`{0}` liegt zwischen {1} und {2}, die in Phase {3} fusioniert wurden</translation>
    </message>
    <message>
        <source>{0} had itself been fused into an injective op</source>
        <translation>{0} war selbst schon in einen injective-Operator fusioniert</translation>
    </message>
    <message>
        <source>everything on the way to {0}</source>
        <translation>alles auf dem Weg zu {0}</translation>
    </message>
    <message>
        <source>{0} works element by element on the result of this out_elemwise_fusable op</source>
        <translation>{0} arbeitet Element für Element auf dem Ergebnis dieses out_elemwise_fusable-Operators</translation>
    </message>
    <message>
        <source>the tuple&apos;s fields are read by injective ops only</source>
        <translation>die Felder des Tupels werden nur von injective-Operatoren gelesen</translation>
    </message>
    <message>
        <source>{0} is at most injective</source>
        <translation>{0} ist höchstens injective</translation>
    </message>
    <message>
        <source>{0} takes in {1}</source>
        <translation>{0} und {1} passen zusammen</translation>
    </message>
    <message>
        <source>at optimisation level 0 every operator is on its own</source>
        <translation>bei Optimierungsstufe 0 steht jeder Operator für sich</translation>
    </message>
    <message>
        <source>a reduction is always the last of its group</source>
        <translation>eine Reduktion ist immer die letzte ihrer Gruppe</translation>
    </message>
    <message>
        <source>the group with {0} would grow above max_depth, which is {1}</source>
        <translation>die Gruppe mit {0} würde max_depth überschreiten, das {1} ist</translation>
    </message>
    <message>
        <source>a cut keeps apart two nodes that this merge would bring together</source>
        <translation>ein Schnitt trennt zwei Knoten, die diese Zusammenlegung vereinen würde</translation>
    </message>
    <message>
        <source>{0}, and after an out_elemwise_fusable op only elementwise ops may follow; {1}</source>
        <translation>{0}, und nach einem out_elemwise_fusable-Operator dürfen nur elementwise-Operatoren folgen; {1}</translation>
    </message>
    <message>
        <source>after an out_elemwise_fusable op only elementwise ops may follow; {0}</source>
        <translation>nach einem out_elemwise_fusable-Operator dürfen nur elementwise-Operatoren folgen; {0}</translation>
    </message>
    <message>
        <source>a fence stands after {0}</source>
        <translation>nach {0} steht eine Sperre</translation>
    </message>
    <message>
        <source>`{0}` is not an operator&apos;s call</source>
        <translation>`{0}` ist kein Aufruf eines Operators</translation>
    </message>
    <message>
        <source>`annotation.stop_fusion` stands there to keep its two sides apart</source>
        <translation>`annotation.stop_fusion` steht dort, um seine beiden Seiten zu trennen</translation>
    </message>
    <message>
        <source>`{0}` counts as opaque here, for the size of its result depends on values</source>
        <translation>`{0}` gilt hier als opaque, denn die Größe seines Ergebnisses hängt von Werten ab</translation>
    </message>
    <message>
        <source>`{0}` is not a known operator and so counts as opaque</source>
        <translation>`{0}` ist kein bekannter Operator und gilt daher als opaque</translation>
    </message>
    <message>
        <source>`{0}` is opaque, and an opaque op is always a group of its own</source>
        <translation>`{0}` ist opaque, und ein opaque-Operator ist immer eine eigene Gruppe</translation>
    </message>
    <message>
        <source>the value of `{0}` is also a result of its function, so it must be kept</source>
        <translation>der Wert von `{0}` ist auch ein Ergebnis seiner Funktion und muss daher erhalten bleiben</translation>
    </message>
    <message>
        <source>the value of `{0}` is a parameter</source>
        <translation>der Wert von `{0}` ist ein Parameter</translation>
    </message>
    <message>
        <source>the value of `{0}` is called as a function</source>
        <translation>der Wert von `{0}` wird als Funktion aufgerufen</translation>
    </message>
    <message>
        <source>the value of `{0}` is bound by a let, and fusion does not cross a let</source>
        <translation>der Wert von `{0}` wird durch ein let gebunden, und die Fusion geht nicht über ein let hinweg</translation>
    </message>
    <message>
        <source>the value of `{0}` is the condition or a branch of an if, and fusion does not cross an if</source>
        <translation>der Wert von `{0}` ist die Bedingung oder ein Zweig eines if, und die Fusion geht nicht über ein if hinweg</translation>
    </message>
    <message>
        <source>the value of `{0}` is kept in a reference cell</source>
        <translation>der Wert von `{0}` liegt in einer Referenzzelle</translation>
    </message>
    <message>
        <source>the value of `{0}` is used by a match</source>
        <translation>der Wert von `{0}` wird von einem match verwendet</translation>
    </message>
    <message>
        <source>the value of `{0}` is not a tensor, or is in a tuple with a value that is not one</source>
        <translation>der Wert von `{0}` ist kein Tensor oder liegt in einem Tupel mit einem Wert, der keiner ist</translation>
    </message>
    <message>
        <source>the value of `{0}` is used by something that is not an operator</source>
        <translation>der Wert von `{0}` wird von etwas verwendet, das kein Operator ist</translation>
    </message>
    <message>
        <source>what reads its value further on ({0}) never comes together again</source>
        <translation>was seinen Wert später liest ({0}), kommt nie wieder zusammen</translation>
    </message>
    <message>
        <source>its value has several uses ({0}) that never meet again, so it must be kept</source>
        <translation>sein Wert hat mehrere Verwendungen ({0}), die sich nie wieder treffen, und muss daher erhalten bleiben</translation>
    </message>
    <message>
        <source>its uses meet in a tuple that belongs to the group of {0}; only into injective groups could it follow</source>
        <translation>seine Verwendungen treffen sich in einem Tupel der Gruppe von {0}; nur in injective-Gruppen könnte er folgen</translation>
    </message>
    <message>
        <source>a tuple takes nothing in</source>
        <translation>ein Tupel nimmt nichts auf</translation>
    </message>
    <message>
        <source>its uses meet in the tuple {0}, which takes nothing in</source>
        <translation>seine Verwendungen treffen sich im Tupel {0}, das nichts aufnimmt</translation>
    </message>
    <message>
        <source>{0} before it is itself fused into an injective op</source>
        <translation>{0}, bevor es selbst in einen injective-Operator fusioniert ist</translation>
    </message>
    <message>
        <source>{0}, and {1} could not even follow one into an injective op</source>
        <translation>{0}, und {1} könnte ihm auch nicht in einen injective-Operator folgen</translation>
    </message>
    <message>
        <source>{0} is already in the group of {1}</source>
        <translation>{0} ist bereits in der Gruppe von {1}</translation>
    </message>
    <message>
        <source>{0} broadcasts here, it changes the shape</source>
        <translation>{0} macht hier einen Broadcast und ändert die Form</translation>
    </message>
    <message>
        <source>{0} counts as injective at best</source>
        <translation>{0} gilt bestenfalls als injective</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} ist {1}</translation>
    </message>
    <message>
        <source>nothing fuses into the input of an out_elemwise_fusable op, and {0} is one</source>
        <translation>nichts fusioniert in die Eingabe eines out_elemwise_fusable-Operators, und {0} ist einer</translation>
    </message>
    <message>
        <source>nothing fuses into {0}, and {1} is one</source>
        <translation>{0} nimmt nichts auf, und {1} ist einer</translation>
    </message>
    <message>
        <source>a group holds one tuple on its way, and {0} would be another</source>
        <translation>eine Gruppe enthält unterwegs ein Tupel, und {0} wäre ein weiteres</translation>
    </message>
    <message>
        <source>{0} fuses only along injective ops; {1}</source>
        <translation>{0} fusioniert nur über injective-Operatoren; {1}</translation>
    </message>
    <message>
        <source>a tuple</source>
        <translation>ein Tupel</translation>
    </message>
    <message>
        <source>`{0}` goes by the rule of its group</source>
        <translation>für `{0}` gilt die Regel seiner Gruppe</translation>
    </message>
    <message>
        <source>`{0}` is in the group of {1}</source>
        <translation>`{0}` ist in der Gruppe von {1}</translation>
    </message>
    <message>
        <source>its uses meet in {0}; {1}</source>
        <translation>seine Verwendungen treffen sich in {0}; {1}</translation>
    </message>
    <message>
        <source>all that lies between it and {0} would have to come along; {1}</source>
        <translation>alles zwischen ihm und {0} müsste mitkommen; {1}</translation>
    </message>
    <message>
        <source>{0}, and a group holds one out_elemwise_fusable op</source>
        <translation>{0}, und eine Gruppe enthält nur einen out_elemwise_fusable-Operator</translation>
    </message>
    <message>
        <source>{0}, and behind an out_elemwise_fusable op only elementwise and broadcast ops may lie between</source>
        <translation>{0}, und hinter einem out_elemwise_fusable-Operator dürfen nur elementwise- und broadcast-Operatoren dazwischen liegen</translation>
    </message>
    <message>
        <source>{0}, and only injective ops may lie between</source>
        <translation>{0}, und nur injective-Operatoren dürfen dazwischen liegen</translation>
    </message>
    <message>
        <source>they stand in different functions, one of them primitive</source>
        <translation>sie stehen in verschiedenen Funktionen, von denen eine primitiv ist</translation>
    </message>
    <message>
        <source>an {0} op</source>
        <translation>ein Operator des Musters {0}</translation>
    </message>
    <message>
        <source>a {0} op</source>
        <translation>ein Operator des Musters {0}</translation>
    </message>
    <message>
        <source>opt level {0}</source>
        <translation>Opt-Level {0}</translation>
    </message>
    <message>
        <source>fused: {0} → {1}</source>
        <translation>fusioniert: {0} → {1}</translation>
    </message>
    <message>
        <source>cut: {0} → {1}</source>
        <translation>getrennt: {0} → {1}</translation>
    </message>
</context>
<context>
    <name>KernelPage</name>
    <message>
        <source>state %1, %2</source>
        <translation>Zustand %1, %2</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>by rank</source>
        <translation>nach Rang</translation>
    </message>
    <message>
        <source>Closed scopes: share of the whole, 0 to 100 %</source>
        <translation>Geschlossene Scopes: Anteil am Ganzen, 0 bis 100 %</translation>
    </message>
</context>
<context>
    <name>LoopTree</name>
    <message>
        <source>Bind to a GPU&apos;s thread</source>
        <translation>An einen GPU-Thread binden</translation>
    </message>
    <message>
        <source>threads bind loops of their own</source>
        <translation>Threads binden eigene Schleifen</translation>
    </message>
    <message>
        <source>Run the scan on threads</source>
        <translation>Scan auf Threads ausführen</translation>
    </message>
    <message>
        <source>this stage is no scan</source>
        <translation>diese Stage ist kein Scan</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>Prefetch</translation>
    </message>
    <message>
        <source>this stage reads no tensor that could be fetched beforehand</source>
        <translation>diese Stage liest keinen Tensor, der sich vorab laden ließe</translation>
    </message>
    <message>
        <source>Tensorize with</source>
        <translation>Tensorize mit</translation>
    </message>
    <message>
        <source>the script declares no intrinsic to tensorize with</source>
        <translation>das Skript deklariert kein Intrinsic für tensorize</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>nothing else can be done to it</source>
        <translation>mehr ist damit nicht möglich</translation>
    </message>
    <message>
        <source>Compute at</source>
        <translation>Compute at</translation>
    </message>
    <message>
        <source>no other stage reads this one</source>
        <translation>keine andere Stage liest diese</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>it keeps nothing in memory of its own</source>
        <translation>sie hält nichts in eigenem Speicher</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>its dimensions cannot be laid out in another way</source>
        <translation>ihre Dimensionen lassen sich nicht anders anordnen</translation>
    </message>
    <message>
        <source>Read through a cache</source>
        <translation>Durch einen Cache lesen</translation>
    </message>
    <message>
        <source>this stage reads no tensor</source>
        <translation>diese Stage liest keinen Tensor</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>this stage reads no stage that it could be grouped with</source>
        <translation>diese Stage liest keine Stage, mit der sie gruppiert werden könnte</translation>
    </message>
    <message>
        <source>Split…</source>
        <translation>Split…</translation>
    </message>
    <message>
        <source>Tile with the loop inside by {argument}</source>
        <translation>Tiling mit der Schleife darin, {argument}</translation>
    </message>
    <message>
        <source>there is no loop inside it to tile it with</source>
        <translation>darin gibt es keine Schleife für Tiling</translation>
    </message>
    <message>
        <source>Fuse with the loop inside</source>
        <translation>Mit der Schleife darin fusionieren</translation>
    </message>
    <message>
        <source>there is no loop inside it to fuse it with</source>
        <translation>darin gibt es keine Schleife zum Fusionieren</translation>
    </message>
    <message>
        <source>{loop} of {stage}</source>
        <translation>{loop} von {stage}</translation>
    </message>
    <message>
        <source>Inline</source>
        <translation>Inlinen</translation>
    </message>
    <message>
        <source>it is inlined already</source>
        <translation>sie ist bereits inline</translation>
    </message>
    <message>
        <source>Compute at root</source>
        <translation>Auf oberster Ebene berechnen (compute_root)</translation>
    </message>
    <message>
        <source>it is computed at root already</source>
        <translation>sie wird bereits auf oberster Ebene berechnet</translation>
    </message>
    <message>
        <source>Vectorize</source>
        <translation>Vektorisieren</translation>
    </message>
    <message>
        <source>Unroll</source>
        <translation>Abrollen</translation>
    </message>
    <message>
        <source>Parallel</source>
        <translation>Parallel</translation>
    </message>
    <message>
        <source>{argument}</source>
        <translation>{argument}</translation>
    </message>
    <message>
        <source>Pragma {argument}</source>
        <translation>Pragma {argument}</translation>
    </message>
    <message>
        <source>Align the storage to 32</source>
        <translation>Speicher auf 32 ausrichten</translation>
    </message>
    <message>
        <source>{stage}</source>
        <translation>{stage}</translation>
    </message>
    <message>
        <source>Double-buffer</source>
        <translation>Double Buffering</translation>
    </message>
    <message>
        <source>Keep rows from one iteration to the next</source>
        <translation>Zeilen von Iteration zu Iteration behalten</translation>
    </message>
    <message>
        <source>Keep it in {argument}</source>
        <translation>In {argument} halten</translation>
    </message>
    <message>
        <source>Store only at its first iteration</source>
        <translation>Nur in der ersten Iteration speichern</translation>
    </message>
    <message>
        <source>only a loop bound to a thread can say which thread stores</source>
        <translation>nur eine an einen Thread gebundene Schleife kann bestimmen, welcher Thread speichert</translation>
    </message>
    <message>
        <source>Blocks of {argument} of the last dimension</source>
        <translation>Blöcke von {argument} der letzten Dimension</translation>
    </message>
    <message>
        <source>{stage}, {argument}</source>
        <translation>{stage}, {argument}</translation>
    </message>
    <message>
        <source>Write through a {argument} cache</source>
        <translation>Durch einen {argument}-Cache schreiben</translation>
    </message>
    <message>
        <source>Factor the reduction (rfactor)</source>
        <translation>Reduktion faktorisieren (rfactor)</translation>
    </message>
    <message>
        <source>only a loop of a reduction can be factored out of it</source>
        <translation>nur eine Reduktionsschleife lässt sich herausfaktorisieren</translation>
    </message>
    <message>
        <source>With {stage}</source>
        <translation>Mit {stage}</translation>
    </message>
    <message>
        <source>{argument} at {loop} of {stage}</source>
        <translation>{argument} bei {loop} von {stage}</translation>
    </message>
    <message>
        <source>it belongs to no group that has a name</source>
        <translation>sie gehört zu keiner Gruppe mit Namen</translation>
    </message>
</context>
<context>
    <name>MeasureOn</name>
    <message>
        <source>%1 on targets</source>
        <translation>%1 auf Targets</translation>
    </message>
</context>
<context>
    <name>Model</name>
    <message>
        <source>&apos;{0}&apos; has no kernel: {1}</source>
        <translation>&apos;{0}&apos; hat keinen Kernel: {1}</translation>
    </message>
    <message>
        <source>&apos;if&apos; has no kernel: it chooses a branch when the network runs; the operators of its branches have kernels</source>
        <translation>&apos;if&apos; hat keinen Kernel: es wählt einen Zweig, wenn das Netz läuft; die Operatoren seiner Zweige haben Kernel</translation>
    </message>
    <message>
        <source>&apos;match&apos; has no kernel: it chooses a clause when the network runs</source>
        <translation>&apos;match&apos; hat keinen Kernel: es wählt einen Fall, wenn das Netz läuft</translation>
    </message>
    <message>
        <source>it has no computation in tensor expressions</source>
        <translation>er hat keine Berechnung in Tensorausdrücken</translation>
    </message>
    <message>
        <source>it divides integers by a constant that is zero</source>
        <translation>er teilt ganze Zahlen durch eine Konstante, die null ist</translation>
    </message>
    <message>
        <source>no kernel computes with strings</source>
        <translation>kein Kernel rechnet mit Zeichenketten</translation>
    </message>
</context>
<context>
    <name>NameSearch</name>
    <message>
        <source>Group %1: edit the kernel of %2</source>
        <translation>Gruppe %1: Kernel von %2 bearbeiten</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stage %1</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>This would be possible</source>
        <translation>Das wäre möglich</translation>
    </message>
</context>
<context>
    <name>Prose</name>
    <message>
        <source>only axis</source>
        <translation>einzige Achse</translation>
    </message>
    <message>
        <source>last axis</source>
        <translation>letzte Achse</translation>
    </message>
    <message>
        <source>first axis</source>
        <translation>erste Achse</translation>
    </message>
    <message>
        <source>axis number {0}</source>
        <translation>Achse Nummer {0}</translation>
    </message>
    <message>
        <source>This step was refused; the schedule goes on without it.</source>
        <translation>Dieser Schritt wurde abgelehnt; der Schedule geht ohne ihn weiter.</translation>
    </message>
    <message>
        <source>some</source>
        <translation>einige</translation>
    </message>
    <message>
        <source>A later step takes the place of this {0}.</source>
        <translation>Ein späterer Schritt tritt an die Stelle dieses {0}.</translation>
    </message>
    <message>
        <source>A later step gives {0} another place.</source>
        <translation>Ein späterer Schritt gibt {0} einen anderen Ort.</translation>
    </message>
    <message>
        <source>them</source>
        <translation>ihnen</translation>
    </message>
    <message>
        <source>a loop</source>
        <translation>eine Schleife</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>the group</source>
        <translation>die Gruppe</translation>
    </message>
    <message>
        <source>A later step gives {0} another layout.</source>
        <translation>Ein späterer Schritt gibt {0} ein anderes Layout.</translation>
    </message>
    <message>
        <source>{0} is an argument of the kernel and keeps its layout.</source>
        <translation>{0} ist ein Argument des Kernels und behält sein Layout.</translation>
    </message>
    <message>
        <source>The loops of {0} run over {1} in place of {2}; it is stored as the caller expects it.</source>
        <translation>Die Schleifen von {0} laufen über {1} statt über {2}; gespeichert wird es, wie der Aufrufer es erwartet.</translation>
    </message>
    <message>
        <source>{0}×{1}</source>
        <translation>{0}×{1}</translation>
    </message>
    <message>
        <source>a piece of {0} elements</source>
        <translation>ein Stück von {0} Elementen</translation>
    </message>
    <message>
        <source>one element ({0})</source>
        <translation>ein Element ({0})</translation>
    </message>
    <message>
        <source>a piece of {0} elements ({1})</source>
        <translation>ein Stück von {0} Elementen ({1})</translation>
    </message>
    <message>
        <source>{parent} of {stage} is cut in two: {made0+} around {made1+}.</source>
        <translation>{parent} von {stage} wird zweigeteilt: {made0+} um {made1+}.</translation>
    </message>
    <message>
        <source>{x_parent} of {stage} is cut in two: {made0+} around {made2+}. {y_parent} of {stage} is cut in two: {made1+} around {made3+}.</source>
        <translation>{x_parent} von {stage} wird zweigeteilt: {made0+} um {made2+}. {y_parent} von {stage} wird zweigeteilt: {made1+} um {made3+}.</translation>
    </message>
    <message>
        <source>{axes} of {stage} become one loop, {made0+}.</source>
        <translation>{axes} von {stage} werden eine Schleife, {made0+}.</translation>
    </message>
    <message>
        <source>The loops {axes} of {stage} now run in this order, outermost first.</source>
        <translation>Die Schleifen {axes} von {stage} laufen nun in dieser Reihenfolge, die äußerste zuerst.</translation>
    </message>
    <message>
        <source>{stage} is computed inside of {scope} of {parent}, {piece} at a time.</source>
        <translation>{stage} wird innerhalb von {scope} von {parent} berechnet, jeweils {piece}.</translation>
    </message>
    <message>
        <source>{stage} is computed where it is read, and has no memory of its own.</source>
        <translation>{stage} wird dort berechnet, wo es gelesen wird, und hat keinen eigenen Speicher.</translation>
    </message>
    <message>
        <source>{stage} is computed whole before its readers begin.</source>
        <translation>{stage} wird ganz berechnet, bevor seine Leser beginnen.</translation>
    </message>
    <message>
        <source>{var} becomes vector instructions over {var#} elements of {stage}.</source>
        <translation>{var} wird zu Vektorbefehlen über {var#} Elemente von {stage}.</translation>
    </message>
    <message>
        <source>The {var#} iterations of {var} are written out one after the other.</source>
        <translation>Die {var#} Iterationen von {var} werden nacheinander ausgeschrieben.</translation>
    </message>
    <message>
        <source>The {var#} iterations of {var} are shared among all cores.</source>
        <translation>Die {var#} Iterationen von {var} verteilen sich auf alle Kerne.</translation>
    </message>
    <message>
        <source>{ivar} of {stage} becomes a dimension of the thread grid: {thread_ivar}.</source>
        <translation>{ivar} von {stage} wird zu einer Dimension des Thread-Gitters: {thread_ivar}.</translation>
    </message>
    <message>
        <source>Threads run all of the scan {stage}: {threads}. Stages inside of it bind loops to them.</source>
        <translation>Threads führen den ganzen Scan {stage} aus: {threads}. Stages darin binden Schleifen an sie.</translation>
    </message>
    <message>
        <source>A hint for code generation at {var} of {stage}: {pragma_type}{pragma_value? = {pragma_value}}.</source>
        <translation>Ein Hinweis für die Codeerzeugung bei {var} von {stage}: {pragma_type}{pragma_value? = {pragma_value}}.</translation>
    </message>
    <message>
        <source>The loops of {stage} from {var} inwards become one hardware instruction: {tensor_intrin}.</source>
        <translation>Die Schleifen von {stage} ab {var} nach innen werden zu einem Hardwarebefehl: {tensor_intrin}.</translation>
    </message>
    <message>
        <source>In the memory of {stage} a step of {axis} is made a multiple of {factor} elements{offset? and {offset} more}.</source>
        <translation>Im Speicher von {stage} wird ein Schritt von {axis} zu einem Vielfachen von {factor} Elementen{offset? und {offset} weiteren}.</translation>
    </message>
    <message>
        <source>While {var} of {stage} runs, what {offset} iterations later read of {tensor} is fetched.</source>
        <translation>Während {var} von {stage} läuft, wird geladen, was {offset} Iterationen später von {tensor} gelesen wird.</translation>
    </message>
    <message>
        <source>{stage} has two copies: one is filled while the other is read.</source>
        <translation>{stage} hat zwei Kopien: eine wird gefüllt, während die andere gelesen wird.</translation>
    </message>
    <message>
        <source>{stage} keeps what its next piece needs again.</source>
        <translation>{stage} behält, was sein nächstes Stück wieder braucht.</translation>
    </message>
    <message>
        <source>{stage} lives in {scope} memory.</source>
        <translation>{stage} liegt im {scope}-Speicher.</translation>
    </message>
    <message>
        <source>Of the threads that share the reduction of {stage}, those store it for which {predicate} holds.</source>
        <translation>Von den Threads, die die Reduktion von {stage} teilen, speichern sie jene, für die {predicate} gilt.</translation>
    </message>
    <message>
        <source>The element [{from}] of {stage} is stored at [{to}], and its loops run in that order.</source>
        <translation>Das Element [{from}] von {stage} liegt an [{to}], und seine Schleifen laufen in dieser Reihenfolge.</translation>
    </message>
    <message>
        <source>{readers} reads a copy of {tensor} in {scope} memory.</source>
        <translation>{readers} liest eine Kopie von {tensor} im {scope}-Speicher.</translation>
    </message>
    <message>
        <source>{tensor} is computed in {scope} memory of its own first, and stored from there.</source>
        <translation>{tensor} wird zuerst in eigenem {scope}-Speicher berechnet und von dort gespeichert.</translation>
    </message>
    <message>
        <source>{tensor} adds up partial results, one for each iteration of {axis}, which is the {place} of {made0}.</source>
        <translation>{tensor} addiert Teilergebnisse, eines je Iteration von {axis}; das ist die {place} von {made0}.</translation>
    </message>
    <message>
        <source>The stages between {inputs} and {outputs} are a group, {made0}, which is computed in one place.</source>
        <translation>Die Stages zwischen {inputs} und {outputs} sind eine Gruppe, {made0}, die an einer Stelle berechnet wird.</translation>
    </message>
    <message>
        <source>The stages of {stage} are computed inside of {scope} of {parent}.</source>
        <translation>Die Stages von {stage} werden innerhalb von {scope} von {parent} berechnet.</translation>
    </message>
    <message>
        <source>Block {block} writes nothing{data?: for each {data}}{reduce?, over {reduce}}{other?, with opaque axes {other}}{predicate?, where {predicate}}.</source>
        <translation>Block {block} schreibt nichts{data?: für jedes {data}}{reduce?, über {reduce}}{other?, mit undurchsichtigen Achsen {other}}{predicate?, wo {predicate}}.</translation>
    </message>
    <message>
        <source>Block {block} writes {written}{data?: for each {data}}{reduce?, over {reduce}}{other?, with opaque axes {other}}{predicate?, where {predicate}}.</source>
        <translation>Block {block} schreibt {written}{data?: für jedes {data}}{reduce?, über {reduce}}{other?, mit undurchsichtigen Achsen {other}}{predicate?, wo {predicate}}.</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 existiert bereits.
Möchten Sie die Datei ersetzen?</translation>
    </message>
</context>
<context>
    <name>Script</name>
    <message>
        <source>Two loops in place of one; nparts=… fixes the outer one</source>
        <translation>Zwei Schleifen statt einer; nparts=… legt die äußere fest</translation>
    </message>
    <message>
        <source>Splits two loops and puts both inner ones inside</source>
        <translation>Teilt zwei Schleifen und legt beide inneren nach innen</translation>
    </message>
    <message>
        <source>One loop in place of neighbours</source>
        <translation>Eine Schleife statt benachbarter</translation>
    </message>
    <message>
        <source>These loops in this order, outermost first</source>
        <translation>Diese Schleifen in dieser Reihenfolge, die äußerste zuerst</translation>
    </message>
    <message>
        <source>Computes P where C needs it, once for each run of that loop of C</source>
        <translation>Berechnet P dort, wo C es braucht, einmal je Lauf dieser Schleife von C</translation>
    </message>
    <message>
        <source>Computes P inside its readers, with no memory of its own</source>
        <translation>Berechnet P in seinen Lesern, ohne eigenen Speicher</translation>
    </message>
    <message>
        <source>Computes all of P before its readers begin</source>
        <translation>Berechnet ganz P, bevor seine Leser beginnen</translation>
    </message>
    <message>
        <source>The loop becomes vector instructions</source>
        <translation>Die Schleife wird zu Vektorbefehlen</translation>
    </message>
    <message>
        <source>The loop&apos;s body is written out for each iteration</source>
        <translation>Der Rumpf der Schleife wird für jede Iteration ausgeschrieben</translation>
    </message>
    <message>
        <source>Iterations run on all cores</source>
        <translation>Iterationen laufen auf allen Kernen</translation>
    </message>
    <message>
        <source>The loop becomes a dimension of the thread grid</source>
        <translation>Die Schleife wird zu einer Dimension des Thread-Gitters</translation>
    </message>
    <message>
        <source>Threads that each run the whole scan S; its updates bind loops to them</source>
        <translation>Threads, die je den ganzen Scan S ausführen; seine Updates binden Schleifen daran</translation>
    </message>
    <message>
        <source>A hint for code generation</source>
        <translation>Ein Hinweis für die Codeerzeugung</translation>
    </message>
    <message>
        <source>The loops from here inwards become one hardware instruction</source>
        <translation>Die Schleifen ab hier nach innen werden zu einem Hardwarebefehl</translation>
    </message>
    <message>
        <source>Pads the memory of C so that rows begin at aligned places</source>
        <translation>Füllt den Speicher von C auf, sodass Zeilen an ausgerichteten Stellen beginnen</translation>
    </message>
    <message>
        <source>Brings into the cache what a later iteration reads</source>
        <translation>Holt in den Cache, was eine spätere Iteration liest</translation>
    </message>
    <message>
        <source>Two copies in memory: one is filled while the other is used</source>
        <translation>Zwei Kopien im Speicher: eine wird gefüllt, während die andere genutzt wird</translation>
    </message>
    <message>
        <source>Keeps the rows of P that the next iteration reads again, in a ring</source>
        <translation>Behält die Zeilen von P, die die nächste Iteration wieder liest, in einem Ring</translation>
    </message>
    <message>
        <source>Which memory holds C</source>
        <translation>Welcher Speicher C hält</translation>
    </message>
    <message>
        <source>Which of the threads that share a reduction stores it</source>
        <translation>Welcher der Threads, die eine Reduktion teilen, sie speichert</translation>
    </message>
    <message>
        <source>Where each element of C is stored; its loops follow</source>
        <translation>Wo jedes Element von C liegt; seine Schleifen folgen</translation>
    </message>
    <message>
        <source>C reads a copy of A</source>
        <translation>C liest eine Kopie von A</translation>
    </message>
    <message>
        <source>C is computed in a copy, which is then stored</source>
        <translation>C wird in einer Kopie berechnet, die dann gespeichert wird</translation>
    </message>
    <message>
        <source>Partial sums over this axis, added up in a second stage; factor_axis: which of their axes it becomes, the first unless given</source>
        <translation>Teilsummen über dieser Achse, in einer zweiten Stage addiert; factor_axis: welche ihrer Achsen es wird, ohne Angabe die erste</translation>
    </message>
    <message>
        <source>The stages between inputs and outputs, to be computed in one place</source>
        <translation>Die Stages zwischen Ein- und Ausgaben, um sie an einer Stelle zu berechnen</translation>
    </message>
    <message>
        <source>Computes all stages of the group at that loop of C</source>
        <translation>Berechnet alle Stages der Gruppe bei dieser Schleife von C</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
</context>
<context>
    <name>Step</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}, then {1}</source>
        <translation>{0}, dann {1}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>Zeile {0}</translation>
    </message>
    <message>
        <source>lines {0}</source>
        <translation>Zeilen {0}</translation>
    </message>
    <message>
        <source>take `{0}` away, line {1}</source>
        <translation>`{0}` entfernen, Zeile {1}</translation>
    </message>
    <message>
        <source>take `{0}` away, line {1}, with {2}</source>
        <translation>`{0}` entfernen, Zeile {1}, mit {2}</translation>
    </message>
    <message>
        <source>{0} without {1}</source>
        <translation>{0} ohne {1}</translation>
    </message>
    <message>
        <source>without {0}</source>
        <translation>ohne {0}</translation>
    </message>
    <message>
        <source>split {parent}{factor? by {factor}}{nparts? into {nparts} parts}</source>
        <translation>{parent} teilen{factor? durch {factor}}{nparts? in {nparts} Teile}</translation>
    </message>
    <message>
        <source>tile {x_parent}, {y_parent} by {x_factor} × {y_factor}</source>
        <translation>Tiling von {x_parent}, {y_parent} mit {x_factor} × {y_factor}</translation>
    </message>
    <message>
        <source>fuse {axes}</source>
        <translation>{axes} fusionieren</translation>
    </message>
    <message>
        <source>reorder {axes}</source>
        <translation>{axes} umordnen</translation>
    </message>
    <message>
        <source>compute {stage} at {scope}</source>
        <translation>{stage} bei {scope} berechnen</translation>
    </message>
    <message>
        <source>inline {stage}</source>
        <translation>{stage} inlinen</translation>
    </message>
    <message>
        <source>compute {stage} at root</source>
        <translation>{stage} auf oberster Ebene berechnen</translation>
    </message>
    <message>
        <source>vectorize {var}</source>
        <translation>{var} vektorisieren</translation>
    </message>
    <message>
        <source>unroll {var}</source>
        <translation>{var} abrollen</translation>
    </message>
    <message>
        <source>parallel {var}</source>
        <translation>{var} parallel ausführen</translation>
    </message>
    <message>
        <source>bind {ivar} to {thread_ivar}</source>
        <translation>{ivar} an {thread_ivar} binden</translation>
    </message>
    <message>
        <source>run {stage} on {threads}</source>
        <translation>{stage} auf {threads} ausführen</translation>
    </message>
    <message>
        <source>pragma {pragma_type} on {var}</source>
        <translation>Pragma {pragma_type} an {var}</translation>
    </message>
    <message>
        <source>tensorize {var} with {tensor_intrin}</source>
        <translation>Tensorize von {var} mit {tensor_intrin}</translation>
    </message>
    <message>
        <source>align {axis} to {factor}</source>
        <translation>{axis} auf {factor} ausrichten</translation>
    </message>
    <message>
        <source>prefetch {tensor} at {var}</source>
        <translation>Prefetch von {tensor} bei {var}</translation>
    </message>
    <message>
        <source>double-buffer {stage}</source>
        <translation>Double Buffering für {stage}</translation>
    </message>
    <message>
        <source>keep rows of {stage} from one iteration to the next</source>
        <translation>Zeilen von {stage} von Iteration zu Iteration behalten</translation>
    </message>
    <message>
        <source>keep {stage} in {scope}</source>
        <translation>{stage} in {scope} halten</translation>
    </message>
    <message>
        <source>store {stage} where {predicate}</source>
        <translation>{stage} speichern, wo {predicate}</translation>
    </message>
    <message>
        <source>store {stage} {mapping_function}</source>
        <translation>{stage} {mapping_function} speichern</translation>
    </message>
    <message>
        <source>cache {tensor} in {scope}</source>
        <translation>{tensor} in {scope} zwischenspeichern</translation>
    </message>
    <message>
        <source>write {tensor} through {scope}</source>
        <translation>{tensor} durch {scope} schreiben</translation>
    </message>
    <message>
        <source>rfactor {tensor} over {axis}</source>
        <translation>rfactor von {tensor} über {axis}</translation>
    </message>
    <message>
        <source>group {inputs} with {outputs}</source>
        <translation>{inputs} mit {outputs} gruppieren</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} gleich {1} ist</translation>
    </message>
    <message>
        <source>with {0}, {1} exchanged</source>
        <translation>mit {0}, {1} vertauscht</translation>
    </message>
    <message>
        <source>in blocks of {0} of {1}</source>
        <translation>in Blöcken von {0} von {1}</translation>
    </message>
    <message>
        <source>at [{0}]</source>
        <translation>an [{0}]</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>What %1 means</source>
        <translation>Was %1 bedeutet</translation>
    </message>
</context>
<context>
    <name>nw::views::ActiveTarget</name>
    <message>
        <source>described only: it is known by its facts, nothing runs there</source>
        <translation>nur beschrieben: bekannt durch seine Kenndaten, dort läuft nichts</translation>
    </message>
</context>
<context>
    <name>nw::views::AddTargetDialog</name>
    <message numerus="yes">
        <source>It answers: %1, %n unit(s), %2</source>
        <translation>
            <numerusform>Es antwortet: %1, %n Einheit, %2</numerusform>
            <numerusform>Es antwortet: %1, %n Einheiten, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>because %1</source>
        <translation>weil %1</translation>
    </message>
    <message>
        <source>possible: %1</source>
        <translation>möglich: %1</translation>
    </message>
    <message>
        <source>Add a target</source>
        <translation>Target hinzufügen</translation>
    </message>
    <message>
        <source>Probing was stopped</source>
        <translation>Die Abfrage wurde angehalten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>what you call it: lab1</source>
        <translation>Ihr Name dafür: lab1</translation>
    </message>
    <message>
        <source>Emulated device (qemu)</source>
        <translation>Emuliertes Gerät (qemu)</translation>
    </message>
    <message>
        <source>Another machine (ssh)</source>
        <translation>Anderer Rechner (ssh)</translation>
    </message>
    <message>
        <source>A command that starts a runner</source>
        <translation>Befehl, der einen Runner startet</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Emulated device</source>
        <translation>Emuliertes Gerät</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>[USER@]HOST, as ssh takes it</source>
        <translation>[USER@]HOST, wie bei ssh</translation>
    </message>
    <message>
        <source>Options of ssh</source>
        <translation>Optionen von ssh</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Runner there</source>
        <translation>Runner dort</translation>
    </message>
    <message>
        <source>its path; empty: ours</source>
        <translation>sein Pfad; leer: unserer</translation>
    </message>
    <message>
        <source>Plugin and device</source>
        <translation>Plugin und Gerät</translation>
    </message>
    <message>
        <source>PLUGIN[:DEVICE]; empty: cpu</source>
        <translation>PLUGIN[:GERÄT]; leer: cpu</translation>
    </message>
    <message>
        <source>What is missing, or what the device says</source>
        <translation>Was fehlt oder was das Gerät meldet</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Abfragen</translation>
    </message>
    <message>
        <source>Connects to it and asks what it is</source>
        <translation>Stellt die Verbindung her und fragt, was es ist</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Writes it into your list of targets; nothing is connected</source>
        <translation>Trägt es in Ihre Liste der Targets ein; es wird nichts verbunden</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>Es braucht einen Namen.</translation>
    </message>
    <message>
        <source>There is a target “%1” already.</source>
        <translation>Es gibt bereits ein Target „%1“.</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbinden…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Probing %1</source>
        <translation>%1 wird abgefragt</translation>
    </message>
    <message>
        <source>adding %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyPage</name>
    <message>
        <source>Previous hot spot</source>
        <translation>Voriger Hotspot</translation>
    </message>
    <message>
        <source>Next hot spot</source>
        <translation>Nächster Hotspot</translation>
    </message>
    <message>
        <source>What the code consists of</source>
        <translation>Woraus der Code besteht</translation>
    </message>
    <message>
        <source>Hot spot that is shown</source>
        <translation>Angezeigter Hotspot</translation>
    </message>
    <message>
        <source>AT&amp;&amp;T</source>
        <translation>AT&amp;&amp;T</translation>
    </message>
    <message>
        <source>Intel</source>
        <translation>Intel</translation>
    </message>
    <message>
        <source>Syntax of the assembly</source>
        <translation>Syntax des Assemblers</translation>
    </message>
    <message>
        <source>The order of operands: the result last (AT&amp;T) or first (Intel)</source>
        <translation>Reihenfolge der Operanden: das Ergebnis zuletzt (AT&amp;T) oder zuerst (Intel)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Run the kernel to know where its time goes</source>
        <translation>Kernel ausführen, um zu sehen, wo seine Zeit bleibt</translation>
    </message>
    <message numerus="yes">
        <source>%n hot spot(s)</source>
        <translation>
            <numerusform>%n Hotspot</numerusform>
            <numerusform>%n Hotspots</numerusform>
        </translation>
    </message>
    <message>
        <source>hot spot %1 of %2</source>
        <translation>Hotspot %1 von %2</translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyPair</name>
    <message>
        <source>Target of the code on the left</source>
        <translation>Target des linken Codes</translation>
    </message>
    <message>
        <source>Target of the code on the right</source>
        <translation>Target des rechten Codes</translation>
    </message>
    <message>
        <source>Whose code is shown here</source>
        <translation>Wessen Code hier steht</translation>
    </message>
    <message>
        <source>Code on the left</source>
        <translation>Code links</translation>
    </message>
    <message>
        <source>Code on the right</source>
        <translation>Code rechts</translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyView</name>
    <message numerus="yes">
        <source># %n line(s) of constants</source>
        <translation>
            <numerusform># %n Zeile mit Konstanten</numerusform>
            <numerusform># %n Zeilen mit Konstanten</numerusform>
        </translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>Assembler</translation>
    </message>
    <message>
        <source>%1 of the time: %2 of %3 samples, at all that this line of the nest computes.</source>
        <translation>%1 der Zeit: %2 von %3 Samples in allem, was diese Zeile des Nests berechnet.</translation>
    </message>
    <message>
        <source>%1 of the time: %2 of %3 samples. A processor that waits for memory stands at the instruction that needs what was loaded.</source>
        <translation>%1 der Zeit: %2 von %3 Samples. Ein Prozessor, der auf Speicher wartet, steht bei dem Befehl, der die geladenen Daten braucht.</translation>
    </message>
    <message numerus="yes">
        <source>%n spill(s) and reload(s)</source>
        <translation>
            <numerusform>%n Spill oder Reload</numerusform>
            <numerusform>%n Spills und Reloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scalar operation(s) in vector loops</source>
        <translation>
            <numerusform>%n skalare Operation in Vektorschleifen</numerusform>
            <numerusform>%n skalare Operationen in Vektorschleifen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n Befehl</numerusform>
            <numerusform>%n Befehle</numerusform>
        </translation>
    </message>
    <message>
        <source>vectors of any length</source>
        <translation>Vektoren beliebiger Länge</translation>
    </message>
    <message>
        <source>vectors of %1 bits</source>
        <translation>Vektoren mit %1 Bit</translation>
    </message>
    <message>
        <source>no vectors</source>
        <translation>keine Vektoren</translation>
    </message>
    <message>
        <source>%1 % of the arithmetic is FMA</source>
        <translation>%1 % der Arithmetik sind FMA</translation>
    </message>
    <message>
        <source>no spills</source>
        <translation>keine Spills</translation>
    </message>
</context>
<context>
    <name>nw::views::BoundsModel</name>
    <message>
        <source>loop, %1</source>
        <translation>Schleife, %1</translation>
    </message>
    <message>
        <source>axis, %1</source>
        <translation>Achse, %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3): %4 from %5</source>
        <translation>%1 von %2 (%3): %4 ab %5</translation>
    </message>
    <message>
        <source>TVM calls it %1.</source>
        <translation>In TVM heißt sie %1.</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>Extent</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>as above</source>
        <translation>wie oben</translation>
    </message>
</context>
<context>
    <name>nw::views::BoundsPage</name>
    <message>
        <source>What the selected loop touches</source>
        <translation>Was die gewählte Schleife berührt</translation>
    </message>
</context>
<context>
    <name>nw::views::BoundsView</name>
    <message>
        <source>Inferred bounds</source>
        <translation>Abgeleitete Grenzen</translation>
    </message>
</context>
<context>
    <name>nw::views::BranchMeasuring</name>
    <message>
        <source>the first state</source>
        <translation>der erste Zustand</translation>
    </message>
    <message>
        <source>Measuring %1 of %2: %3</source>
        <translation>Messung %1 von %2: %3</translation>
    </message>
    <message>
        <source>Measuring %1</source>
        <translation>Messung: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::CandidatesMenu</name>
    <message>
        <source>%1 — %2</source>
        <translation>%1 — %2</translation>
    </message>
</context>
<context>
    <name>nw::views::Canvas</name>
    <message>
        <source>Graph canvas</source>
        <translation>Zeichenfläche des Graphen</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; %2&lt;br&gt;gives %3</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; %2&lt;br&gt;liefert %3</translation>
    </message>
    <message>
        <source>&lt;br&gt;reads %1</source>
        <translation>&lt;br&gt;liest %1</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s), %1</source>
        <translation>
            <numerusform>%n Wert, %1</numerusform>
            <numerusform>%n Werte, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2</translation>
    </message>
    <message>
        <source>&lt;br&gt;gives %1</source>
        <translation>&lt;br&gt;gibt %1</translation>
    </message>
    <message>
        <source>&lt;br&gt;Double-click to open</source>
        <translation>&lt;br&gt;Doppelklick öffnet</translation>
    </message>
    <message>
        <source>Arrow keys walk along the edges, E selects one; the outline lists the same nodes as text.</source>
        <translation>Die Pfeiltasten gehen die Kanten entlang, E wählt eine aus; die Gliederung führt dieselben Knoten als Text auf.</translation>
    </message>
</context>
<context>
    <name>nw::views::ChangeBanner</name>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Show the next group that changed; dashed is before, solid is after</source>
        <translation>Die nächste geänderte Gruppe zeigen; gestrichelt ist vorher, durchgezogen nachher</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Go on with the new groups; undo still takes them back</source>
        <translation>Mit den neuen Gruppen weiterarbeiten; Rückgängig nimmt sie zurück</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Take the what-if back</source>
        <translation>Das What-if zurücknehmen</translation>
    </message>
    <message>
        <source>The rules come to the same groups with this change.</source>
        <translation>Die Regeln führen mit dieser Änderung zu denselben Gruppen.</translation>
    </message>
    <message>
        <source>%1 of %2: </source>
        <translation>%1 von %2: </translation>
    </message>
</context>
<context>
    <name>nw::views::CheckPage</name>
    <message>
        <source>Copy the results</source>
        <translation>Ergebnisse kopieren</translation>
    </message>
    <message>
        <source>Conformance checks of the target</source>
        <translation>Konformitätsprüfungen des Targets</translation>
    </message>
    <message>
        <source>Summary of the checks</source>
        <translation>Zusammenfassung der Prüfungen</translation>
    </message>
    <message>
        <source>Runs the conformance suite on this target: whether its plugin keeps to the interface. It takes minutes</source>
        <translation>Führt die Konformitätssuite auf diesem Target aus: ob sein Plugin die Schnittstelle einhält. Das dauert Minuten</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>%1 wird geprüft</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Run the checks</source>
        <translation>Prüfungen ausführen</translation>
    </message>
    <message>
        <source>checking %1</source>
        <translation>Prüfung: %1</translation>
    </message>
    <message>
        <source>%1 passed, %2 failed, %3 skipped</source>
        <translation>%1 bestanden, %2 fehlgeschlagen, %3 übersprungen</translation>
    </message>
</context>
<context>
    <name>nw::views::CheckResultsModel</name>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>nw::views::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Search nodes, groups and commands</source>
        <translation>Knoten, Gruppen und Befehle suchen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>Nichts passt</translation>
    </message>
</context>
<context>
    <name>nw::views::CompareView</name>
    <message>
        <source>Comparing…</source>
        <translation>Vergleich läuft…</translation>
    </message>
    <message>
        <source>The difference before (Alt+Up)</source>
        <translation>Voriger Unterschied (Alt+Auf)</translation>
    </message>
    <message>
        <source>The next difference (Alt+Down)</source>
        <translation>Nächster Unterschied (Alt+Ab)</translation>
    </message>
    <message>
        <source>Graph before</source>
        <translation>Graph vorher</translation>
    </message>
    <message>
        <source>Graph after</source>
        <translation>Graph nachher</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Comparing %1 with %2</source>
        <translation>%1 wird mit %2 verglichen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what changed, operator</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>removed: %1</source>
        <translation>entfernt: %1</translation>
    </message>
    <message>
        <source>added: %1</source>
        <translation>hinzugefügt: %1</translation>
    </message>
    <message>
        <source>Both have the same groups. Compared: the nodes of each.</source>
        <translation>Beide haben dieselben Gruppen. Verglichen wurden die Knoten jeder Gruppe.</translation>
    </message>
    <message>
        <source>Both are equal. Compared: operators, attributes, types, values of constants, and what each node reads.</source>
        <translation>Beide sind gleich. Verglichen wurden Operatoren, Attribute, Typen, Werte der Konstanten und was jeder Knoten liest.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>side, its time</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>nw::views::DefaultView</name>
    <message>
        <source>Use the default schedule</source>
        <translation>Standard-Schedule verwenden</translation>
    </message>
    <message>
        <source>Use the loops without a schedule</source>
        <translation>Schleifen ohne Schedule verwenden</translation>
    </message>
    <message>
        <source>The default schedule</source>
        <translation>Der Standard-Schedule</translation>
    </message>
    <message>
        <source>The schedule in the editor</source>
        <translation>Der Schedule im Editor</translation>
    </message>
    <message>
        <source>The schedules are being compared</source>
        <translation>Die Schedules werden verglichen</translation>
    </message>
    <message>
        <source>Steps: %1</source>
        <translation>Schritte: %1</translation>
    </message>
    <message>
        <source>Times both schedules, the loops without one, and what is left without each step</source>
        <translation>Misst beide Schedules, die Schleifen ohne Schedule und was ohne jeden einzelnen Schritt bleibt</translation>
    </message>
    <message>
        <source>Puts it into the editor; Undo takes it back</source>
        <translation>Übernimmt ihn in den Editor; Rückgängig nimmt ihn zurück</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Messung anhalten</translation>
    </message>
    <message>
        <source>Measure both</source>
        <translation>Beide messen</translation>
    </message>
    <message>
        <source>A click or Enter goes to the step&apos;s line, where the script in the editor has it</source>
        <translation>Klick oder Eingabe führt zur Zeile des Schritts, sofern das Skript im Editor ihn hat</translation>
    </message>
    <message>
        <source>A click or Enter goes to the step&apos;s line in the editor</source>
        <translation>Klick oder Eingabe führt zur Zeile des Schritts im Editor</translation>
    </message>
    <message>
        <source>Why the buttons are disabled</source>
        <translation>Warum die Schaltflächen deaktiviert sind</translation>
    </message>
</context>
<context>
    <name>nw::views::DiffView</name>
    <message>
        <source>Compare the loop nest with</source>
        <translation>Schleifennest vergleichen mit</translation>
    </message>
    <message>
        <source>Changes of the loop nest</source>
        <translation>Änderungen des Schleifennests</translation>
    </message>
    <message>
        <source>+ is new, - is gone, &gt; stands as before in other loops</source>
        <translation>+ ist neu, - entfällt, &gt; unverändert in anderen Schleifen</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Both in a tab of their own, with their code and times</source>
        <translation>Beide in einem eigenen Tab, mit Code und Zeiten</translation>
    </message>
    <message>
        <source>Against %1</source>
        <translation>Gegen %1</translation>
    </message>
    <message>
        <source>The present nest</source>
        <translation>Das jetzige Nest</translation>
    </message>
    <message>
        <source>Against the present nest</source>
        <translation>Gegen das jetzige Nest</translation>
    </message>
    <message>
        <source>Against the step before</source>
        <translation>Gegen den Schritt davor</translation>
    </message>
    <message>
        <source>What the loop nest is compared with: %1</source>
        <translation>Womit das Schleifennest verglichen wird: %1</translation>
    </message>
    <message>
        <source>The loop nest that is compared, whose own lines have a +: %1</source>
        <translation>Das verglichene Schleifennest, dessen eigene Zeilen ein + haben: %1</translation>
    </message>
    <message>
        <source>The loop nest that is compared</source>
        <translation>Das verglichene Schleifennest</translation>
    </message>
    <message>
        <source>No step stands before this: it is the nest of the computation as it is written.</source>
        <translation>Davor gibt es keinen Schritt: es ist das Nest der Berechnung, wie sie geschrieben ist.</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>The loop nests are the same.</source>
        <translation>Die Schleifennester sind gleich.</translation>
    </message>
    <message>
        <source>The loop nests are the same; the scripts differ:</source>
        <translation>Die Schleifennester sind gleich; die Skripte unterscheiden sich:</translation>
    </message>
</context>
<context>
    <name>nw::views::DifferenceModel</name>
    <message>
        <source>%1 × %2</source>
        <comment>how often, what</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what, where</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::DocumentSession</name>
    <message>
        <source>dynamic dimensions</source>
        <translation>dynamische Dimensionen</translation>
    </message>
    <message>
        <source>Opening with other sizes</source>
        <translation>Öffnen mit anderen Größen</translation>
    </message>
    <message>
        <source>Opening with the pattern table</source>
        <translation>Öffnen mit der Mustertabelle</translation>
    </message>
    <message>
        <source>The file could not be read again; the model stays as it is</source>
        <translation>Die Datei konnte nicht erneut gelesen werden; das Modell bleibt, wie es ist</translation>
    </message>
    <message>
        <source>Fusing</source>
        <translation>Fusion läuft</translation>
    </message>
    <message>
        <source>Looking at the groups for another target</source>
        <translation>Gruppen werden für ein anderes Target bestimmt</translation>
    </message>
    <message>
        <source>Asking why</source>
        <translation>Gründe werden bestimmt</translation>
    </message>
    <message>
        <source>saved by another program</source>
        <translation>von einem anderen Programm gespeichert</translation>
    </message>
    <message>
        <source>rules applied</source>
        <translation>Regeln angewendet</translation>
    </message>
    <message>
        <source>rules not applied</source>
        <translation>Regeln nicht angewendet</translation>
    </message>
    <message>
        <source>recovered changes</source>
        <translation>wiederhergestellte Änderungen</translation>
    </message>
</context>
<context>
    <name>nw::views::DropPlace</name>
    <message>
        <source>Outside of all loops</source>
        <translation>Außerhalb aller Schleifen</translation>
    </message>
    <message>
        <source>Drop here: %1</source>
        <translation>Hier ablegen: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::Explained</name>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>What the step does</source>
        <translation>Was der Schritt bewirkt</translation>
    </message>
    <message>
        <source>The schedule in prose</source>
        <translation>Der Schedule als Prosa</translation>
    </message>
    <message>
        <source>No step shapes these loops yet: they run as the computation gives them. Next steps ranks what could be done</source>
        <translation>Noch formt kein Schritt diese Schleifen: sie laufen, wie die Berechnung sie vorgibt. Unter „Vorschläge“ sind die Möglichkeiten gereiht</translation>
    </message>
</context>
<context>
    <name>nw::views::Face</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operations, %2</source>
        <translation>%1 Operationen, %2</translation>
    </message>
</context>
<context>
    <name>nw::views::FactorChips</name>
    <message>
        <source>Split factor</source>
        <translation>Split-Faktor</translation>
    </message>
    <message>
        <source>Split into this many parts</source>
        <translation>In so viele Teile teilen</translation>
    </message>
    <message>
        <source>Split by</source>
        <translation>Split mit Faktor</translation>
    </message>
    <message>
        <source>Split an extent of %1 into this many parts</source>
        <translation>Einen Extent von %1 in so viele Teile teilen</translation>
    </message>
    <message>
        <source>Split an extent of %1 by</source>
        <translation>Einen Extent von %1 teilen mit Faktor</translation>
    </message>
    <message>
        <source>%1 · vector</source>
        <translation>%1 · Vektor</translation>
    </message>
    <message>
        <source>some</source>
        <translation>einige</translation>
    </message>
    <message>
        <source>%1 loops of %2</source>
        <translation>%1 Schleifen zu %2</translation>
    </message>
    <message>
        <source>leaves a tail of %1, guarded by a predicate</source>
        <translation>lässt einen Rest von %1, durch ein Prädikat geschützt</translation>
    </message>
    <message>
        <source>factor %1</source>
        <translation>Faktor %1</translation>
    </message>
    <message>
        <source>Nothing divides %1: a tail remains, guarded by a predicate</source>
        <translation>%1 hat keinen Teiler: ein Rest bleibt, durch ein Prädikat geschützt</translation>
    </message>
    <message>
        <source>A factor of your own</source>
        <translation>Eigener Faktor</translation>
    </message>
    <message>
        <source>parts: </source>
        <translation>Teile: </translation>
    </message>
    <message>
        <source>factor: </source>
        <translation>Faktor: </translation>
    </message>
    <message>
        <source>factor %1, fits %2</source>
        <translation>Faktor %1, passt in %2</translation>
    </message>
    <message>
        <source>this tile: %1 %2</source>
        <translation>diese Kachel: %1 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::FactsModel</name>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Kenngröße</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>nw::views::FindBar</name>
    <message>
        <source>Find in the graph</source>
        <translation>Im Graphen suchen</translation>
    </message>
    <message>
        <source>conv2d   op:nn.conv2d shape:[1,*,56,56]   a -&gt; b</source>
        <translation>conv2d   op:nn.conv2d shape:[1,*,56,56]   a -&gt; b</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Close find</source>
        <translation>Suche schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>What could stand here</source>
        <translation>Was hier stehen kann</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Wrong at letter %1: %2</source>
        <translation>Fehler bei Zeichen %1: %2</translation>
    </message>
</context>
<context>
    <name>nw::views::Flame</name>
    <message>
        <source>%1 in %2</source>
        <comment>loop, extent</comment>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>%1: %2, %3 %</source>
        <translation>%1: %2, %3 %</translation>
    </message>
    <message>
        <source>%1; %2 of it itself</source>
        <translation>%1; davon %2 selbst</translation>
    </message>
</context>
<context>
    <name>nw::views::FlameView</name>
    <message>
        <source>Where the time goes</source>
        <translation>Wo die Zeit bleibt</translation>
    </message>
    <message>
        <source>Open and run its kernel to see its stages and loops.</source>
        <translation>Öffnen Sie seinen Kernel und führen Sie ihn aus, um Stages und Schleifen zu sehen.</translation>
    </message>
</context>
<context>
    <name>nw::views::FusionPlayback</name>
    <message>
        <source>Following the fusion algorithm</source>
        <translation>Der Fusionsalgorithmus wird verfolgt</translation>
    </message>
    <message>
        <source>Drawing a step</source>
        <translation>Schritt wird gezeichnet</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphColours</name>
    <message>
        <source>Colouring the graph</source>
        <translation>Graph wird eingefärbt</translation>
    </message>
    <message>
        <source>%1  %2, %3</source>
        <translation>%1  %2, %3</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphFinder</name>
    <message>
        <source>Finding</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Run the network first: these groups have no times</source>
        <translation>Zuerst das Netz ausführen: diese Gruppen haben keine Zeiten</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphMenu</name>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Enter it</source>
        <translation>Hineingehen</translation>
    </message>
    <message>
        <source>Edit this group&apos;s kernel</source>
        <translation>Kernel dieser Gruppe bearbeiten</translation>
    </message>
    <message>
        <source>Select the whole group</source>
        <translation>Ganze Gruppe auswählen</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Close the scope around</source>
        <translation>Umgebenden Scope schließen</translation>
    </message>
    <message>
        <source>Go to its producer</source>
        <translation>Zum Erzeuger gehen</translation>
    </message>
    <message>
        <source>Go to its consumer</source>
        <translation>Zum Verbraucher gehen</translation>
    </message>
    <message>
        <source>Show the deciding step</source>
        <translation>Entscheidenden Schritt zeigen</translation>
    </message>
    <message>
        <source>Enter this scope</source>
        <translation>In diesen Scope gehen</translation>
    </message>
    <message>
        <source>Close this scope</source>
        <translation>Diesen Scope schließen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Open all scopes</source>
        <translation>Alle Scopes öffnen</translation>
    </message>
    <message>
        <source>Close all scopes</source>
        <translation>Alle Scopes schließen</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>Fusion</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>Nur diese zeigen</translation>
    </message>
    <message>
        <source>Hide them</source>
        <translation>Diese ausblenden</translation>
    </message>
    <message>
        <source>Pattern from the selection</source>
        <translation>Muster aus der Auswahl</translation>
    </message>
    <message>
        <source>Add it to the pattern, as one more place</source>
        <translation>Als weitere Stelle zum Muster hinzufügen</translation>
    </message>
    <message>
        <source>Show only what is near it</source>
        <translation>Nur seine Umgebung zeigen</translation>
    </message>
    <message>
        <source>Show only this</source>
        <translation>Nur diesen zeigen</translation>
    </message>
    <message>
        <source>Hide it</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Pin: keep it in sight</source>
        <translation>Anheften: immer zeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles wieder zeigen</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphView</name>
    <message>
        <source>%1 is bookmarked: Go menu, Bookmarks</source>
        <translation>%1 hat ein Lesezeichen: Menü „Gehe zu“, Lesezeichen</translation>
    </message>
    <message>
        <source>%1 is no longer bookmarked</source>
        <translation>%1 hat kein Lesezeichen mehr</translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation>Layout läuft…</translation>
    </message>
    <message>
        <source>Laying out the graph</source>
        <translation>Layout des Graphen</translation>
    </message>
    <message>
        <source>Drawing the groups</source>
        <translation>Gruppen werden gezeichnet</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>Ausgewählt: %1</translation>
    </message>
    <message>
        <source>Selected: the edge from %1 to %2</source>
        <translation>Ausgewählt: die Kante von %1 nach %2</translation>
    </message>
    <message>
        <source>%1, fused</source>
        <translation>%1, fusioniert</translation>
    </message>
    <message>
        <source>%1, not fused</source>
        <translation>%1, nicht fusioniert</translation>
    </message>
</context>
<context>
    <name>nw::views::HistogramPicture</name>
    <message>
        <source>How the elements are distributed</source>
        <translation>Verteilung der Elemente</translation>
    </message>
    <message>
        <source>%1 elements from %2 to %3</source>
        <translation>%1 Elemente von %2 bis %3</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryDelegate</name>
    <message>
        <source>A name for this state</source>
        <translation>Ein Name für diesen Zustand</translation>
    </message>
    <message>
        <source>Name of the state</source>
        <translation>Name des Zustands</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryFilter</name>
    <message>
        <source>Times of</source>
        <translation>Zeiten von</translation>
    </message>
    <message>
        <source>Whose times the history shows. Those of different targets are not compared with each other</source>
        <translation>Wessen Zeiten der Verlauf zeigt. Zeiten verschiedener Targets werden nicht miteinander verglichen</translation>
    </message>
    <message>
        <source>Times of every target</source>
        <translation>Zeiten aller Targets</translation>
    </message>
    <message>
        <source>Times of %1</source>
        <translation>Zeiten von %1</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryModel</name>
    <message>
        <source>%1 emulated</source>
        <translation>%1 emuliert</translation>
    </message>
    <message>
        <source>unknown machine</source>
        <translation>unbekannter Rechner</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1, %n Thread</numerusform>
            <numerusform>%1, %n Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · group %2</source>
        <translation>%1 · Gruppe %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Ausgangswert</translation>
    </message>
    <message>
        <source>does not compile</source>
        <translation>kompiliert nicht</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>lief nicht</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>wird gemessen…</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>%1, named %2</source>
        <translation>%1, genannt %2</translation>
    </message>
    <message>
        <source>In executed instructions: an emulator&apos;s times say nothing of the device&apos;s</source>
        <translation>In ausgeführten Befehlen: die Zeiten eines Emulators sagen nichts über die des Geräts</translation>
    </message>
    <message>
        <source>Measured also on other targets:
%1</source>
        <translation>Auch auf anderen Targets gemessen:
%1</translation>
    </message>
    <message>
        <source>Measured on another machine than the active target (%1): it is not compared with times of that</source>
        <translation>Auf einem anderen Rechner als dem aktiven Target (%1) gemessen: kein Vergleich mit dessen Zeiten</translation>
    </message>
    <message>
        <source>Measured with %1</source>
        <translation>Gemessen mit %1</translation>
    </message>
    <message>
        <source>The two times waver by about as much as they differ: measure again to know</source>
        <translation>Die beiden Zeiten schwanken etwa so stark, wie sie sich unterscheiden: zur Klärung erneut messen</translation>
    </message>
    <message>
        <source>Slower than the state before it, which Enter goes back to</source>
        <translation>Langsamer als der Zustand davor, zu dem Eingabe zurückkehrt</translation>
    </message>
    <message>
        <source>The states after it are compared with this one</source>
        <translation>Die Zustände danach werden mit diesem verglichen</translation>
    </message>
    <message>
        <source>Against “%1”. %2</source>
        <translation>Gegen „%1“. %2</translation>
    </message>
    <message>
        <source>Against “%1”: the two times waver by about as much as they differ</source>
        <translation>Gegen „%1“: die beiden Zeiten schwanken etwa so stark, wie sie sich unterscheiden</translation>
    </message>
    <message>
        <source>Slower than “%1”</source>
        <translation>Langsamer als „%1“</translation>
    </message>
    <message>
        <source>Against “%1”</source>
        <translation>Gegen „%1“</translation>
    </message>
    <message>
        <source>Against the first measured state on the way to each</source>
        <translation>Gegen den ersten gemessenen Zustand auf dem jeweiligen Weg</translation>
    </message>
    <message>
        <source>Against the first measured state on the way to each: “%1”</source>
        <translation>Gegen den ersten gemessenen Zustand auf dem jeweiligen Weg: „%1“</translation>
    </message>
    <message>
        <source>”, “</source>
        <translation>“, „</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Noisy: the median is %1 % over the fastest run; measure again</source>
        <translation>Verrauscht: der Median liegt %1 % über dem schnellsten Lauf; erneut messen</translation>
    </message>
    <message>
        <source>%1 · noisy</source>
        <translation>%1 · verrauscht</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Every state of this document. Enter or a double-click goes there, F2 names it, Shift+Enter compares it with the present one, or two that are selected with each other.</source>
        <translation>Alle Zustände dieses Dokuments. Eingabe oder Doppelklick geht dorthin, F2 benennt, Umschalt+Eingabe vergleicht mit dem jetzigen Zustand oder zwei ausgewählte miteinander.</translation>
    </message>
    <message>
        <source>Go to this state</source>
        <translation>Zu diesem Zustand gehen</translation>
    </message>
    <message>
        <source>Name this state…</source>
        <translation>Diesen Zustand benennen…</translation>
    </message>
    <message>
        <source>Rename %1…</source>
        <translation>%1 umbenennen…</translation>
    </message>
    <message>
        <source>Take the name %1 away</source>
        <translation>Namen %1 entfernen</translation>
    </message>
    <message>
        <source>Compare with the present state</source>
        <translation>Mit dem jetzigen Zustand vergleichen</translation>
    </message>
    <message>
        <source>Compare the two that are selected</source>
        <translation>Die beiden ausgewählten vergleichen</translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation>Nebeneinander vergleichen</translation>
    </message>
    <message>
        <source>Drawing the history</source>
        <translation>Verlauf wird gezeichnet</translation>
    </message>
    <message>
        <source>&amp;Times of</source>
        <translation>&amp;Zeiten von</translation>
    </message>
    <message>
        <source>Every target</source>
        <translation>Alle Targets</translation>
    </message>
</context>
<context>
    <name>nw::views::ImagePicture</name>
    <message>
        <source>The tensor as an image</source>
        <translation>Der Tensor als Bild</translation>
    </message>
</context>
<context>
    <name>nw::views::Inspector</name>
    <message>
        <source>Edit its kernel</source>
        <translation>Seinen Kernel bearbeiten</translation>
    </message>
    <message>
        <source>operator in the file</source>
        <translation>Operator in der Datei</translation>
    </message>
    <message>
        <source>domain, opset</source>
        <translation>Domain, Opset</translation>
    </message>
    <message>
        <source>Where it came from</source>
        <translation>Woher er kommt</translation>
    </message>
    <message>
        <source>name in the file</source>
        <translation>Name in der Datei</translation>
    </message>
    <message>
        <source>scope</source>
        <translation>Scope</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>made by</source>
        <translation>erzeugt von</translation>
    </message>
    <message>
        <source>Why it is fused</source>
        <translation>Warum er fusioniert ist</translation>
    </message>
    <message>
        <source>Why it is not fused</source>
        <translation>Warum er nicht fusioniert ist</translation>
    </message>
    <message>
        <source>Why they are fused</source>
        <translation>Warum sie fusioniert sind</translation>
    </message>
    <message>
        <source>Why they are not fused</source>
        <translation>Warum sie nicht fusioniert sind</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>in the way</source>
        <translation>im Weg</translation>
    </message>
    <message>
        <source>uses meet at</source>
        <translation>Verwendungen treffen sich in</translation>
    </message>
    <message>
        <source>decided in phase</source>
        <translation>entschieden in Phase</translation>
    </message>
    <message>
        <source>last tried in phase</source>
        <translation>zuletzt versucht in Phase</translation>
    </message>
    <message>
        <source>would fuse with</source>
        <translation>würde fusionieren mit</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source> (fused)</source>
        <translation> (fusioniert)</translation>
    </message>
    <message>
        <source> (not fused)</source>
        <translation> (nicht fusioniert)</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>read by</source>
        <translation>gelesen von</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was er ist</translation>
    </message>
    <message>
        <source>gives</source>
        <translation>liefert</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>Fusion</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>It is the anchor of its group: its schedule shapes the kernel.</source>
        <translation>Er ist der Anker seiner Gruppe: sein Schedule bestimmt den Kernel.</translation>
    </message>
    <message>
        <source>Change how it fuses…</source>
        <translation>Seine Fusion ändern…</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>Was er kostet</translation>
    </message>
    <message>
        <source>depends on sizes that have no value</source>
        <translation>hängt von Größen ohne Wert ab</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>operations a byte</source>
        <translation>Operationen je Byte</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>two nodes</source>
        <translation>zwei Knoten</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>What-if</translation>
    </message>
    <message>
        <source>Change how this edge fuses…</source>
        <translation>Fusion dieser Kante ändern…</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>anchor</source>
        <translation>Anker</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Why it ends where it ends</source>
        <translation>Warum sie hier endet</translation>
    </message>
    <message>
        <source>What is inside</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Das Modell</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>Erzeuger</translation>
    </message>
    <message>
        <source>opsets</source>
        <translation>Opsets</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Show the deciding step</source>
        <translation>Entscheidenden Schritt zeigen</translation>
    </message>
    <message>
        <source>%1, %2 of the model</source>
        <translation>%1, %2 des Modells</translation>
    </message>
</context>
<context>
    <name>nw::views::InspectorPanel</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>What-ifs in force</source>
        <translation>What-ifs in Kraft</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>Names of sizes</source>
        <translation>Namen der Größen</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading weights</source>
        <translation>Gewichte werden gelesen</translation>
    </message>
    <message>
        <source>Describing what is selected</source>
        <translation>Beschreibt die Auswahl</translation>
    </message>
</context>
<context>
    <name>nw::views::Jobs</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, %2 s left</source>
        <translation>%1, noch %2 s</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>&quot;compiling&quot;, &quot;12 of 57&quot;</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::JobsPanel</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>%1: %2 ms</source>
        <translation>%1: %2 ms</translation>
    </message>
    <message>
        <source>%1: stopped after %2 ms</source>
        <translation>%1: nach %2 ms angehalten</translation>
    </message>
    <message>
        <source>%1: stopped after %2 ms, at %3</source>
        <translation>%1: nach %2 ms angehalten, bei %3</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop: %1</source>
        <translation>Anhalten: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::KernelComparison</name>
    <message>
        <source>Measure both</source>
        <translation>Beide messen</translation>
    </message>
    <message>
        <source>How the two differ</source>
        <translation>Worin sich beide unterscheiden</translation>
    </message>
    <message>
        <source>The difference before (Alt+Up)</source>
        <translation>Voriger Unterschied (Alt+Auf)</translation>
    </message>
    <message>
        <source>The next difference (Alt+Down)</source>
        <translation>Nächster Unterschied (Alt+Ab)</translation>
    </message>
    <message>
        <source>Version on the left</source>
        <translation>Linke Version</translation>
    </message>
    <message>
        <source>Version on the right</source>
        <translation>Rechte Version</translation>
    </message>
    <message>
        <source>Target on the left</source>
        <translation>Linkes Target</translation>
    </message>
    <message>
        <source>Target on the right</source>
        <translation>Rechtes Target</translation>
    </message>
    <message>
        <source>Time on the left</source>
        <translation>Zeit links</translation>
    </message>
    <message>
        <source>Time on the right</source>
        <translation>Zeit rechts</translation>
    </message>
    <message>
        <source>Code on the left, in numbers</source>
        <translation>Code links in Zahlen</translation>
    </message>
    <message>
        <source>Code on the right, in numbers</source>
        <translation>Code rechts in Zahlen</translation>
    </message>
    <message>
        <source>Loop nest on the left</source>
        <translation>Schleifennest links</translation>
    </message>
    <message>
        <source>Loop nest on the right</source>
        <translation>Schleifennest rechts</translation>
    </message>
    <message>
        <source>Assembly on the left</source>
        <translation>Assembler links</translation>
    </message>
    <message>
        <source>Assembly on the right</source>
        <translation>Assembler rechts</translation>
    </message>
    <message>
        <source>present: %1</source>
        <translation>jetzt: %1</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>der Standard-Schedule</translation>
    </message>
    <message>
        <source>Comparing two versions of %1</source>
        <translation>Zwei Versionen von %1 werden verglichen</translation>
    </message>
    <message>
        <source>this version does not lower to a loop nest</source>
        <translation>diese Version ergibt kein Schleifennest</translation>
    </message>
    <message>
        <source>No code: %1</source>
        <translation>Kein Code: %1</translation>
    </message>
    <message>
        <source>The loop nests are the same.</source>
        <translation>Die Schleifennester sind gleich.</translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) of the loop nests.</source>
        <translation>
            <numerusform>%n Unterschied der Schleifennester.</numerusform>
            <numerusform>%n Unterschiede der Schleifennester.</numerusform>
        </translation>
    </message>
    <message>
        <source>The right one against the left: %1.</source>
        <translation>Rechts gegen links: %1.</translation>
    </message>
    <message>
        <source>not measured on %1</source>
        <translation>nicht gemessen auf %1</translation>
    </message>
    <message>
        <source>%1 ± %2 % on %3</source>
        <translation>%1 ± %2 % auf %3</translation>
    </message>
    <message>
        <source>Differences of the two versions</source>
        <translation>Unterschiede der beiden Versionen</translation>
    </message>
    <message numerus="yes">
        <source>The loop nests are the same; %n difference(s) of the scripts.</source>
        <translation>
            <numerusform>Die Schleifennester sind gleich; %n Unterschied der Skripte.</numerusform>
            <numerusform>Die Schleifennester sind gleich; %n Unterschiede der Skripte.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The loop nests are the same; %n difference(s) of the code.</source>
        <translation>
            <numerusform>Die Schleifennester sind gleich; %n Unterschied des Codes.</numerusform>
            <numerusform>Die Schleifennester sind gleich; %n Unterschiede des Codes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Messung anhalten</translation>
    </message>
    <message>
        <source>Stops the run, and what waits behind it</source>
        <translation>Hält den Lauf an und was dahinter wartet</translation>
    </message>
    <message>
        <source>Run each that has no time yet on its target, one after the other</source>
        <translation>Jede ohne Zeit auf ihrem Target ausführen, eine nach der anderen</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Erneut messen</translation>
    </message>
    <message>
        <source>Run each again on its target; the new times replace those that are shown</source>
        <translation>Beide erneut auf ihrem Target ausführen; die neuen Zeiten ersetzen die gezeigten</translation>
    </message>
</context>
<context>
    <name>nw::views::KernelPage</name>
    <message>
        <source>Assembly</source>
        <translation>Assembler</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>opening…</source>
        <translation>wird geöffnet…</translation>
    </message>
    <message>
        <source>Opening group %1</source>
        <translation>Gruppe %1 wird geöffnet</translation>
    </message>
    <message>
        <source>no reason is known</source>
        <translation>kein Grund ist bekannt</translation>
    </message>
    <message>
        <source>no loops</source>
        <translation>keine Schleifen</translation>
    </message>
    <message>
        <source>This group has no loops to shape: %1.

Write its computation as a TE script and open that file: a script is shaped, run and exported on its own.</source>
        <translation>Diese Gruppe hat keine Schleifen zu formen: %1.

Schreiben Sie ihre Berechnung als TE-Skript und öffnen Sie diese Datei: ein Skript lässt sich eigenständig planen, ausführen und exportieren.</translation>
    </message>
    <message>
        <source>Looking for groups alike</source>
        <translation>Gleiche Gruppen werden gesucht</translation>
    </message>
    <message>
        <source>not a group any more</source>
        <translation>keine Gruppe mehr</translation>
    </message>
    <message>
        <source>TVMScript, read only</source>
        <translation>TVMScript, nur lesbar</translation>
    </message>
    <message>
        <source>Assembly (all)</source>
        <translation>Assembler (alles)</translation>
    </message>
    <message>
        <source>%1 ⚠</source>
        <translation>%1 ⚠</translation>
    </message>
    <message>
        <source>Of the script with all its steps</source>
        <translation>Aus dem Skript mit allen Schritten</translation>
    </message>
    <message>
        <source>Not shown: the script has no loop nest yet</source>
        <translation>Nicht angezeigt: das Skript hat noch kein Schleifennest</translation>
    </message>
    <message>
        <source>Not shown: %1</source>
        <translation>Nicht angezeigt: %1</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>Kompilieren</translation>
    </message>
    <message>
        <source>the compiler gave no reason</source>
        <translation>der Compiler nannte keinen Grund</translation>
    </message>
    <message>
        <source>Not shown: line %1: %2</source>
        <translation>Nicht angezeigt: Zeile %1: %2</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>der Standard-Schedule</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, the default schedule</source>
        <translation>%1, Standard-Schedule</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>Could not write %1</source>
        <translation>%1 konnte nicht geschrieben werden</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %1; %n step(s) left out, see Problems</source>
        <translation>
            <numerusform>%1 geschrieben; %n Schritt ausgelassen, siehe Probleme</numerusform>
            <numerusform>%1 geschrieben; %n Schritte ausgelassen, siehe Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing a preview</source>
        <translation>Vorschau wird geschrieben</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Es wurde nichts geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>An object file of %n byte(s), with a C header.</source>
        <translation>
            <numerusform>Eine Objektdatei mit %n Byte, mit C-Header.</numerusform>
            <numerusform>Eine Objektdatei mit %n Byte, mit C-Header.</numerusform>
        </translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>The file that this script was made from</source>
        <translation>Die Datei, aus der dieses Skript entstand</translation>
    </message>
    <message>
        <source>Kernel %1 of %2 ▾</source>
        <translation>Kernel %1 von %2 ▾</translation>
    </message>
    <message>
        <source>Choose another kernel of %1</source>
        <translation>Einen anderen Kernel von %1 wählen</translation>
    </message>
    <message>
        <source>Choose another kernel of the file</source>
        <translation>Einen anderen Kernel der Datei wählen</translation>
    </message>
    <message>
        <source>; NaN on both sides at %1 of them</source>
        <translation>; NaN auf beiden Seiten bei %1 davon</translation>
    </message>
    <message>
        <source>, and at %1 when compared again with positive inputs</source>
        <translation>, und bei %1 nach erneutem Vergleich mit positiven Eingaben</translation>
    </message>
    <message>
        <source>; in one run %1</source>
        <translation>; in einem Lauf %1</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>%1 wird ausgeführt</translation>
    </message>
    <message>
        <source>all steps: %1</source>
        <translation>alle Schritte: %1</translation>
    </message>
    <message>
        <source>measuring %1 of %2</source>
        <translation>Messung %1 von %2</translation>
    </message>
    <message>
        <source>The states of the branch that have no time yet</source>
        <translation>Die Zustände des Zweigs ohne Zeit</translation>
    </message>
    <message>
        <source> · before the change %1</source>
        <translation> · vor der Änderung %1</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>Run the kernel to compare it with its reference</source>
        <translation>Kernel ausführen, um ihn mit seiner Referenz zu vergleichen</translation>
    </message>
    <message>
        <source> · on %1</source>
        <translation> · auf %1</translation>
    </message>
    <message>
        <source> · unknown machine</source>
        <translation> · unbekannter Rechner</translation>
    </message>
    <message>
        <source>As it was measured before; run it again for more</source>
        <translation>Wie zuvor gemessen; für mehr erneut ausführen</translation>
    </message>
    <message>
        <source>As it was measured on another machine; run it again to compare it with others</source>
        <translation>Auf einem anderen Rechner gemessen; zum Vergleich erneut ausführen</translation>
    </message>
    <message>
        <source>different · %1</source>
        <translation>verschieden · %1</translation>
    </message>
    <message>
        <source>equal · %1</source>
        <translation>gleich · %1</translation>
    </message>
    <message>
        <source>; %1 in instructions against the loops without a schedule</source>
        <translation>; %1 in Befehlen gegen die Schleifen ohne Schedule</translation>
    </message>
    <message>
        <source>; %1 against the loops without a schedule</source>
        <translation>; %1 gegen die Schleifen ohne Schedule</translation>
    </message>
    <message>
        <source> · %1, more instructions than without a schedule</source>
        <translation> · %1, mehr Befehle als ohne Schedule</translation>
    </message>
    <message>
        <source>; more instructions than the loops without a schedule have: the history has those</source>
        <translation>; mehr Befehle als die Schleifen ohne Schedule: der Verlauf enthält sie</translation>
    </message>
    <message>
        <source> · %1, slower than without a schedule</source>
        <translation> · %1, langsamer als ohne Schedule</translation>
    </message>
    <message>
        <source>; slower than the loops without a schedule: the history has those, and each state&apos;s time shows which step lost it (Kernel menu, Measure this branch)</source>
        <translation>; langsamer als die Schleifen ohne Schedule: der Verlauf enthält sie, und die Zeit jedes Zustands zeigt, welcher Schritt sie verlor (Menü Kernel, Diesen Zweig messen)</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>lief nicht</translation>
    </message>
    <message>
        <source> (%1 % of the peak, %2 % of the memory bandwidth)</source>
        <translation> (%1 % des Peaks, %2 % der Speicherbandbreite)</translation>
    </message>
    <message>
        <source>%1 of %2 elements compared, largest difference %3; median of %4 runs, ± %5 µs</source>
        <translation>%1 von %2 Elementen verglichen, größte Differenz %3; Median von %4 Läufen, ± %5 µs</translation>
    </message>
    <message>
        <source>only NaN · %1</source>
        <translation>nur NaN · %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source> · stopped</source>
        <translation> · angehalten</translation>
    </message>
</context>
<context>
    <name>nw::views::KernelView</name>
    <message>
        <source>Bounds</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Next steps</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>In prose</source>
        <translation>Prosa</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>typing</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>The loop nest of the text before.</source>
        <translation>Das Schleifennest des vorigen Texts.</translation>
    </message>
    <message>
        <source>The loop nest of the text before: %1</source>
        <translation>Das Schleifennest des vorigen Texts: %1</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Shown without line %1, which does not hold.</source>
        <translation>Ohne die ungültige Zeile %1 gezeigt.</translation>
    </message>
    <message>
        <source>Shown without lines %1, which do not hold.</source>
        <translation>Ohne die ungültigen Zeilen %1 gezeigt.</translation>
    </message>
    <message>
        <source>All %1 colours are pinned; unpin one first</source>
        <translation>Alle %1 Farben sind angeheftet; lösen Sie zuerst eine</translation>
    </message>
    <message>
        <source>Details of the kernel</source>
        <translation>Einzelheiten des Kernels</translation>
    </message>
</context>
<context>
    <name>nw::views::Legend</name>
    <message>
        <source>What the colours mean</source>
        <translation>Was die Farben bedeuten</translation>
    </message>
    <message>
        <source>Take the colours away</source>
        <translation>Farben entfernen</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>by rank</source>
        <translation>nach Rang</translation>
    </message>
    <message>
        <source>Scale of the colours</source>
        <translation>Skala der Farben</translation>
    </message>
    <message>
        <source>How numbers become colours: by their size, by their logarithm, or by their rank</source>
        <translation>Wie Zahlen zu Farben werden: nach Größe, Logarithmus oder Rang</translation>
    </message>
    <message>
        <source>Top ten</source>
        <translation>Top Ten</translation>
    </message>
    <message>
        <source>The ten greatest</source>
        <translation>Die zehn größten</translation>
    </message>
    <message>
        <source>Go to one of the ten nodes with the greatest numbers</source>
        <translation>Zu einem der zehn Knoten mit den größten Zahlen gehen</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>Farben: %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>Needs numbers of which none is below 0 and one is above it</source>
        <translation>Braucht Zahlen, von denen keine unter 0 und eine darüber liegt</translation>
    </message>
</context>
<context>
    <name>nw::views::LogPage</name>
    <message>
        <source>Show lines with these words</source>
        <translation>Zeilen mit diesen Wörtern zeigen</translation>
    </message>
    <message>
        <source>Filter of the log</source>
        <translation>Filter des Protokolls</translation>
    </message>
    <message>
        <source>Log of the target</source>
        <translation>Protokoll des Targets</translation>
    </message>
    <message>
        <source>Nothing was connected to this target yet: use it, and what its carrier and runner say is here</source>
        <translation>Mit diesem Target wurde noch nichts verbunden: bei Verwendung stehen hier die Meldungen von Verbindung und Runner</translation>
    </message>
</context>
<context>
    <name>nw::views::LoopText</name>
    <message>
        <source>read and written</source>
        <translation>gelesen und geschrieben</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>Runs %1 times, %2 iterations each; one run computes %3 flop and touches %4 (fits %5).</source>
        <translation>Läuft %1-mal mit je %2 Iterationen; ein Lauf berechnet %3 Flop und berührt %4 (passt in %5).</translation>
    </message>
    <message>
        <source>%1: %2 %3, each element %4 times</source>
        <translation>%1: %2 %3, jedes Element %4-mal</translation>
    </message>
    <message>
        <source>One run of &lt;b&gt;%1&lt;/b&gt; computes %2 flop and touches %3, which %4 holds:</source>
        <translation>Ein Lauf von &lt;b&gt;%1&lt;/b&gt; berechnet %2 Flop und berührt %3, was in %4 passt:</translation>
    </message>
    <message>
        <source>%1 %2, each element %3×</source>
        <translation>%1 %2, jedes Element %3×</translation>
    </message>
</context>
<context>
    <name>nw::views::LoopTreeModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Stage %1. Drag it onto a loop to compute it there, onto the stage that reads it to inline it.</source>
        <translation>Stage %1. Auf eine Schleife ziehen, um sie dort zu berechnen; auf die lesende Stage, um sie zu inlinen.</translation>
    </message>
    <message>
        <source>Axis %1, %2, extent %3. Drag it to reorder, onto its neighbour to fuse (with Ctrl: to tile). Double click splits it, on the extent into parts; on the kind it offers another.</source>
        <translation>Achse %1, %2, Extent %3. Ziehen ordnet um, auf die Nachbarin gezogen fusioniert sie (mit Strg: Tiling). Doppelklick auf den Extent teilt in Teile; auf der Art zeigt er eine andere an.</translation>
    </message>
    <message>
        <source>TVM calls it %1.</source>
        <translation>In TVM heißt sie %1.</translation>
    </message>
    <message>
        <source>axis %1, %2, extent %3</source>
        <translation>Achse %1, %2, Extent %3</translation>
    </message>
    <message>
        <source>stage %1 %2</source>
        <translation>Stage %1 %2</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>Extent</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Touches</source>
        <translation>Berührt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>nw::views::LoopTreeView</name>
    <message>
        <source>Loops can be moved within their own stage</source>
        <translation>Schleifen lassen sich innerhalb ihrer Stage verschieben</translation>
    </message>
    <message>
        <source>They stand there already</source>
        <translation>Sie stehen bereits dort</translation>
    </message>
    <message>
        <source>%1 reads %2 through another stage only: that is where it can be inlined</source>
        <translation>%1 liest %2 nur über eine andere Stage: dort lässt sie sich inlinen</translation>
    </message>
    <message>
        <source>%1 does not read %2</source>
        <translation>%1 liest %2 nicht</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment…</translation>
    </message>
    <message>
        <source>A stage cannot stand inside itself</source>
        <translation>Eine Stage kann nicht in sich selbst liegen</translation>
    </message>
    <message>
        <source>It is computed there already</source>
        <translation>Sie wird bereits dort berechnet</translation>
    </message>
    <message>
        <source>A loop can be moved within its own stage</source>
        <translation>Eine Schleife lässt sich innerhalb ihrer Stage verschieben</translation>
    </message>
    <message>
        <source>It stands there already</source>
        <translation>Sie steht bereits dort</translation>
    </message>
    <message>
        <source>No step shaped this: there is none to take away</source>
        <translation>Kein Schritt hat dies geformt: es gibt keinen zu entfernen</translation>
    </message>
    <message>
        <source>That is done to a loop, and this is a stage: select one of its loops</source>
        <translation>Das gilt für eine Schleife, und dies ist eine Stage: wählen Sie eine ihrer Schleifen</translation>
    </message>
    <message>
        <source>Only loops of one stage can be fused</source>
        <translation>Nur Schleifen einer Stage lassen sich fusionieren</translation>
    </message>
    <message>
        <source>That is done to one loop or stage: %1 are selected</source>
        <translation>Das gilt für eine einzelne Schleife oder Stage: %1 sind ausgewählt</translation>
    </message>
    <message>
        <source>Axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>Factor the reduction, the new axis	Shift+X</source>
        <translation>Reduktion faktorisieren, neue Achse	Shift+X</translation>
    </message>
    <message>
        <source>Move out	Alt+Up</source>
        <translation>Nach außen	Alt+Up</translation>
    </message>
    <message>
        <source>Move in	Alt+Down</source>
        <translation>Nach innen	Alt+Down</translation>
    </message>
    <message>
        <source>behind all others</source>
        <translation>hinter allen anderen</translation>
    </message>
    <message>
        <source>in front, before %1 (as with X)</source>
        <translation>vorn, vor %1 (wie mit X)</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>it cannot be done here</source>
        <translation>hier nicht möglich</translation>
    </message>
    <message>
        <source>Exchange the last two dimensions</source>
        <translation>Die letzten zwei Dimensionen tauschen</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Split</translation>
    </message>
    <message>
        <source>Split into parts</source>
        <translation>In Teile teilen</translation>
    </message>
    <message>
        <source>Split…	S</source>
        <translation>Split…	S</translation>
    </message>
    <message>
        <source>Split into parts…	N</source>
        <translation>In Teile teilen…	N</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>Stage %1</translation>
    </message>
    <message>
        <source>Unpin	Space</source>
        <translation>Farbe lösen	Space</translation>
    </message>
    <message>
        <source>Pin its colour	Space</source>
        <translation>Farbe anheften	Space</translation>
    </message>
    <message>
        <source>Take the step on line %1 away	Del</source>
        <translation>Schritt in Zeile %1 entfernen	Del</translation>
    </message>
    <message>
        <source>It runs once: there is nothing to split</source>
        <translation>Sie läuft einmal: es gibt nichts zu teilen</translation>
    </message>
    <message>
        <source>What fits the caches</source>
        <translation>Was in die Caches passt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 in</source>
        <translation>%1 in</translation>
    </message>
    <message>
        <source>Loop tree</source>
        <translation>Schleifenbaum</translation>
    </message>
    <message>
        <source>TVMScript says its loops itself: open a TE script to shape them</source>
        <translation>TVMScript schreibt seine Schleifen selbst: zum Formen ein TE-Skript öffnen</translation>
    </message>
    <message>
        <source>What is legal</source>
        <translation>Was zulässig ist</translation>
    </message>
</context>
<context>
    <name>nw::views::MachinePeaks</name>
    <message>
        <source>%1 cannot be measured: %2.</source>
        <translation>%1 lässt sich nicht messen: %2.</translation>
    </message>
    <message>
        <source>%1 is emulated: its times say nothing of what the device could do.</source>
        <translation>%1 ist emuliert: seine Zeiten sagen nichts darüber, was das Gerät leisten könnte.</translation>
    </message>
    <message>
        <source>Peaks are measured on processors, not on a %1 yet.</source>
        <translation>Peaks werden auf Prozessoren gemessen, noch nicht auf %1.</translation>
    </message>
    <message>
        <source>Measuring the machine</source>
        <translation>Der Rechner wird vermessen</translation>
    </message>
    <message>
        <source>The machine could not be measured: %1</source>
        <translation>Der Rechner ließ sich nicht vermessen: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::Measure</name>
    <message>
        <source>compiling</source>
        <translation>kompiliert</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>vergleicht</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>misst</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
</context>
<context>
    <name>nw::views::MeasureOnView</name>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Compare with this</source>
        <translation>Hiermit vergleichen</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Targets to measure on</source>
        <translation>Targets für die Messung</translation>
    </message>
    <message>
        <source>The kernel on each target</source>
        <translation>Der Kernel auf jedem Target</translation>
    </message>
    <message>
        <source>Compiles, runs and checks the kernel on every checked target, one after the other</source>
        <translation>Kompiliert, führt aus und prüft den Kernel nacheinander auf jedem angekreuzten Target</translation>
    </message>
    <message>
        <source>Gains are over the selected row; among emulated targets they are of executed instructions</source>
        <translation>Gewinne gelten gegenüber der gewählten Zeile; unter emulierten Targets zählen ausgeführte Befehle</translation>
    </message>
    <message>
        <source>because %1</source>
        <translation>weil %1</translation>
    </message>
    <message>
        <source>Check the targets to measure on first</source>
        <translation>Kreuzen Sie zuerst die Targets für die Messung an</translation>
    </message>
    <message>
        <source>Measuring on %1</source>
        <translation>Messung auf %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>nw::views::MemoryChart</name>
    <message>
        <source>No value has a place in the plan: their sizes are not known before a run.</source>
        <translation>Kein Wert hat einen Platz im Plan: ihre Größen sind vor einem Lauf nicht bekannt.</translation>
    </message>
    <message>
        <source>No value needs memory of its own.</source>
        <translation>Kein Wert braucht eigenen Speicher.</translation>
    </message>
    <message>
        <source>Arena %1; %2 are alive at once; %3 if each value had its own.</source>
        <translation>Arena %1; %2 sind gleichzeitig lebendig; %3, wenn jeder Wert eigenen Speicher hätte.</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) lie outside of it.</source>
        <translation>
            <numerusform>%n Wert liegt außerhalb davon.</numerusform>
            <numerusform>%n Werte liegen außerhalb davon.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 at %2, written by step %3 of %4</source>
        <translation>%1 bei %2, geschrieben in Schritt %3 von %4</translation>
    </message>
    <message>
        <source>, kept to the end</source>
        <translation>, bis zum Ende behalten</translation>
    </message>
    <message>
        <source>, last read by step %1</source>
        <translation>, zuletzt gelesen in Schritt %1</translation>
    </message>
    <message>
        <source>written over %1</source>
        <translation>über %1 geschrieben</translation>
    </message>
    <message>
        <source>the elements of %1 in another shape</source>
        <translation>die Elemente von %1 in anderer Shape</translation>
    </message>
</context>
<context>
    <name>nw::views::MemoryPanel</name>
    <message>
        <source>Totals of the memory plan</source>
        <translation>Summen des Speicherplans</translation>
    </message>
    <message>
        <source>Planning memory</source>
        <translation>Speicher wird geplant</translation>
    </message>
    <message>
        <source>Open a model to see where its values lie in memory.</source>
        <translation>Öffnen Sie ein Modell, um zu sehen, wo seine Werte im Speicher liegen.</translation>
    </message>
</context>
<context>
    <name>nw::views::MemoryPicture</name>
    <message>
        <source>Memory plan</source>
        <translation>Speicherplan</translation>
    </message>
</context>
<context>
    <name>nw::views::Minimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>Übersicht des Graphen</translation>
    </message>
    <message>
        <source>The whole graph. Click or drag to look elsewhere.</source>
        <translation>Der ganze Graph. Klicken oder Ziehen verschiebt den Ausschnitt.</translation>
    </message>
</context>
<context>
    <name>nw::views::ModelSizes</name>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>All dynamic</source>
        <translation>Alle dynamisch</translation>
    </message>
    <message>
        <source>Dynamic dimensions</source>
        <translation>Dynamische Dimensionen</translation>
    </message>
    <message>
        <source>Give all dimensions these values in one step (Enter)</source>
        <translation>Allen Dimensionen in einem Schritt diese Werte geben (Eingabe)</translation>
    </message>
    <message>
        <source>Take all values away: every dimension is symbolic again</source>
        <translation>Alle Werte wegnehmen: jede Dimension ist wieder symbolisch</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>dynamisch</translation>
    </message>
    <message>
        <source>Size %1</source>
        <translation>Größe %1</translation>
    </message>
    <message>
        <source>The value of %1; 0: dynamic</source>
        <translation>Der Wert von %1; 0: dynamisch</translation>
    </message>
</context>
<context>
    <name>nw::views::NestPairText</name>
    <message>
        <source>(empty line)</source>
        <translation>(leere Zeile)</translation>
    </message>
</context>
<context>
    <name>nw::views::NestView</name>
    <message>
        <source>Loop nest</source>
        <translation>Schleifennest</translation>
    </message>
    <message>
        <source>No loop nest yet. It appears when the script creates a schedule and ends with tvm.lower.</source>
        <translation>Noch kein Schleifennest. Es erscheint, sobald das Skript einen Schedule erzeugt und mit tvm.lower endet.</translation>
    </message>
    <message>
        <source>No loop nest: %1</source>
        <translation>Kein Schleifennest: %1</translation>
    </message>
    <message>
        <source>in the kernel, at no line of it</source>
        <translation>im Kernel, in keiner seiner Zeilen</translation>
    </message>
    <message>
        <source>outside: %1</source>
        <translation>außerhalb: %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source> · %1 flop</source>
        <translation> · %1 flop</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s): too few to say much</source>
        <translation>
            <numerusform>%n Sample: zu wenig für eine Aussage</numerusform>
            <numerusform>%n Samples: zu wenige für eine Aussage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n sample(s)</source>
        <translation>
            <numerusform>von %n Sample</numerusform>
            <numerusform>von %n Samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n sample(s) was here.</source>
        <translation>
            <numerusform>Von %n Sample fiel keines hierher.</numerusform>
            <numerusform>Von %n Samples fiel keines hierher.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the time: %2 of %3 samples.</source>
        <translation>%1 der Zeit: %2 von %3 Samples.</translation>
    </message>
    <message>
        <source>%1 of the time with what stands in it, %2 at the line itself: %3 and %4 of %5 samples.</source>
        <translation>%1 der Zeit mit allem darin, %2 in der Zeile selbst: %3 und %4 von %5 Samples.</translation>
    </message>
    <message>
        <source>0 %</source>
        <translation>0 %</translation>
    </message>
    <message>
        <source>TVM calls it %1.</source>
        <translation>In TVM heißt sie %1.</translation>
    </message>
</context>
<context>
    <name>nw::views::NextSteps</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Next steps</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>TVMScript says its loops itself: no step changes them</source>
        <translation>TVMScript schreibt seine Schleifen selbst: kein Schritt ändert sie</translation>
    </message>
    <message>
        <source>Steps are ranked by what loops compute and touch: give a value to %1, above, to see it</source>
        <translation>Schritte werden danach gereiht, was Schleifen berechnen und berühren: geben Sie dafür oben %1 einen Wert</translation>
    </message>
    <message>
        <source>No step of this promises a gain as it stands</source>
        <translation>In diesem Zustand verspricht hier kein Schritt einen Gewinn</translation>
    </message>
    <message>
        <source>Ranking the next steps</source>
        <translation>Vorschläge werden gereiht</translation>
    </message>
    <message>
        <source>×%1</source>
        <translation>×%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>stage, step</comment>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more that would not make it faster</source>
        <translation>
            <numerusform>%n weiterer ohne Beschleunigung</numerusform>
            <numerusform>%n weitere ohne Beschleunigung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No step of this promises a gain as it stands; %n that would not make it faster</source>
        <translation>
            <numerusform>In diesem Zustand verspricht kein Schritt einen Gewinn; %n ohne Beschleunigung</numerusform>
            <numerusform>In diesem Zustand verspricht kein Schritt einen Gewinn; %n ohne Beschleunigung</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter or a click shows and hides them</source>
        <translation>Eingabe oder Klick zeigt und verbirgt sie</translation>
    </message>
    <message>
        <source>What could be done next, by the gain that an estimate promises; Enter does it, undo takes it back</source>
        <translation>Was als Nächstes möglich ist, nach dem geschätzten Gewinn; Eingabe führt es aus, Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Nothing is selected: select a stage or a loop, or choose all stages above</source>
        <translation>Nichts ist ausgewählt: eine Stage oder Schleife wählen, oder oben alle Stages</translation>
    </message>
    <message>
        <source>Ranking what comes after the next steps</source>
        <translation>Reiht, was nach den nächsten Schritten kommt</translation>
    </message>
    <message>
        <source>Hottest: loop %1 of %2, %3 %</source>
        <translation>Am heißesten: Schleife %1 von %2, %3 %</translation>
    </message>
    <message>
        <source>Hottest by the estimate: loop %1 of %2, %3 %</source>
        <translation>Laut Schätzung am heißesten: Schleife %1 von %2, %3 %</translation>
    </message>
    <message>
        <source>Enter or a click selects it</source>
        <translation>Eingabe oder Klick wählt sie aus</translation>
    </message>
</context>
<context>
    <name>nw::views::NextStepsPage</name>
    <message>
        <source>All stages</source>
        <translation>Alle Stages</translation>
    </message>
    <message>
        <source>The selection</source>
        <translation>Die Auswahl</translation>
    </message>
    <message>
        <source>Next steps of</source>
        <translation>Vorschläge für</translation>
    </message>
    <message>
        <source>Whether the steps of all stages are ranked, or those of the selected loop or stage</source>
        <translation>Ob die Schritte aller Stages gereiht werden oder die der gewählten Schleife oder Stage</translation>
    </message>
</context>
<context>
    <name>nw::views::NodeText</name>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>%1, empty</source>
        <translation>%1, leer</translation>
    </message>
    <message>
        <source>type not known</source>
        <translation>Typ unbekannt</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>tuple</source>
        <translation>Tupel</translation>
    </message>
    <message>
        <source>field %1</source>
        <translation>Feld %1</translation>
    </message>
    <message>
        <source>let</source>
        <translation>let</translation>
    </message>
    <message>
        <source>if</source>
        <translation>if</translation>
    </message>
    <message>
        <source>function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>new reference</source>
        <translation>neue Referenz</translation>
    </message>
    <message>
        <source>read reference</source>
        <translation>Referenz lesen</translation>
    </message>
    <message>
        <source>write reference</source>
        <translation>Referenz schreiben</translation>
    </message>
    <message>
        <source>match</source>
        <translation>match</translation>
    </message>
    <message>
        <source>opaque</source>
        <translation>undurchsichtig</translation>
    </message>
    <message>
        <source>stride %1</source>
        <translation>Stride %1</translation>
    </message>
    <message>
        <source>padding %1</source>
        <translation>Padding %1</translation>
    </message>
    <message>
        <source>dilation %1</source>
        <translation>Dilation %1</translation>
    </message>
    <message>
        <source>groups %1</source>
        <translation>Gruppen %1</translation>
    </message>
    <message>
        <source>axes %1</source>
        <translation>Achsen %1</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>constant, %1</source>
        <translation>Konstante, %1</translation>
    </message>
    <message>
        <source>constant %1</source>
        <translation>Konstante %1</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
</context>
<context>
    <name>nw::views::OfferedAttributesModel</name>
    <message>
        <source>The selections differ: has_attr asks for one value</source>
        <translation>Die ausgewählten unterscheiden sich: has_attr verlangt einen Wert</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>Ausgewählt</translation>
    </message>
    <message>
        <source>In the model</source>
        <translation>Im Modell</translation>
    </message>
</context>
<context>
    <name>nw::views::OffloadPage</name>
    <message>
        <source>a value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Offload to</source>
        <translation>Offload nach</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>What-if</translation>
    </message>
    <message>
        <source>Target that takes one more operator</source>
        <translation>Target, das einen weiteren Operator nimmt</translation>
    </message>
    <message>
        <source>also took</source>
        <translation>nähme auch</translation>
    </message>
    <message>
        <source>Operator that it takes as well</source>
        <translation>Operator, den es auch nimmt</translation>
    </message>
    <message>
        <source>Operators of this model that no region has</source>
        <translation>Operatoren dieses Modells, die keine Region hat</translation>
    </message>
    <message>
        <source>Add to the table</source>
        <translation>In die Tabelle eintragen</translation>
    </message>
    <message>
        <source>Write the supports() line; undo takes it out</source>
        <translation>Die supports()-Zeile schreiben; Rückgängig entfernt sie</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>In</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Regions and cuts</source>
        <translation>Regionen und Schnitte</translation>
    </message>
    <message>
        <source>No target: a listed line `target.name: pattern`, or supports(&quot;target&quot;, [&quot;op&quot;]), names one.</source>
        <translation>Kein Target: eine gelistete Zeile `target.name: pattern` oder supports(&quot;target&quot;, [&quot;op&quot;]) nennt eines.</translation>
    </message>
    <message>
        <source>Offload to %1</source>
        <translation>Offload nach %1</translation>
    </message>
    <message>
        <source>Cut regions for %1; where several targets take a node, the first has it</source>
        <translation>Regionen für %1 schneiden; nehmen mehrere Targets einen Knoten, erhält ihn das erste</translation>
    </message>
    <message>
        <source>Cutting regions</source>
        <translation>Regionen werden geschnitten</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n call(s)</source>
        <translation>
            <numerusform>%1, %n Aufruf</numerusform>
            <numerusform>%1, %n Aufrufe</numerusform>
        </translation>
    </message>
    <message>
        <source>one depends on another target&apos;s region</source>
        <translation>eine hängt von der Region eines anderen Targets ab</translation>
    </message>
    <message>
        <source>together they would depend on themselves: %1</source>
        <translation>zusammen hingen sie von sich selbst ab: %1</translation>
    </message>
    <message>
        <source>cut in %1</source>
        <translation>geschnitten in %1</translation>
    </message>
    <message>
        <source>%1 | %2: %3</source>
        <translation>%1 | %2: %3</translation>
    </message>
    <message>
        <source>%1  %2 → %3</source>
        <translation>%1  %2 → %3</translation>
    </message>
    <message>
        <source>an operator…</source>
        <translation>ein Operator…</translation>
    </message>
    <message>
        <source>Cutting regions with one more operator</source>
        <translation>Regionen werden mit einem weiteren Operator geschnitten</translation>
    </message>
    <message>
        <source>%1 → %2 regions</source>
        <translation>%1 → %2 Regionen</translation>
    </message>
    <message>
        <source>, %1 → %2</source>
        <translation>, %1 → %2</translation>
    </message>
    <message>
        <source>%1: regions, and what crosses their borders, now and then</source>
        <translation>%1: Regionen und was ihre Grenzen überquert, jetzt und dann</translation>
    </message>
</context>
<context>
    <name>nw::views::OperatorsModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Shape</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Ops/byte</source>
        <translation>Op/Byte</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Share of time</source>
        <translation>Zeitanteil</translation>
    </message>
    <message>
        <source>Share of ops</source>
        <translation>Op-Anteil</translation>
    </message>
    <message>
        <source>Of roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>The operator, or the operators of a fused group</source>
        <translation>Der Operator oder die Operatoren einer fusionierten Gruppe</translation>
    </message>
    <message>
        <source>Name in the file; of a group that of its main operator</source>
        <translation>Name in der Datei; bei einer Gruppe der ihres Hauptoperators</translation>
    </message>
    <message>
        <source>Shape and type of the result; sorts by the number of elements</source>
        <translation>Shape und Typ des Ergebnisses; sortiert nach Zahl der Elemente</translation>
    </message>
    <message>
        <source>Arithmetic operations of one call</source>
        <translation>Arithmetische Operationen eines Aufrufs</translation>
    </message>
    <message>
        <source>Bytes that one call reads and writes; a group keeps the values between its operators</source>
        <translation>Bytes, die ein Aufruf liest und schreibt; eine Gruppe behält die Werte zwischen ihren Operatoren</translation>
    </message>
    <message>
        <source>Arithmetic intensity: operations for each byte read or written</source>
        <translation>Arithmetische Intensität: Operationen je gelesenem oder geschriebenem Byte</translation>
    </message>
    <message>
        <source>Median time of the group in the last run of the network</source>
        <translation>Median der Zeit der Gruppe im letzten Lauf des Netzes</translation>
    </message>
    <message>
        <source>Run the network to measure its groups (Run, F5)</source>
        <translation>Führen Sie das Netz aus, um seine Gruppen zu messen (Ausführen, F5)</translation>
    </message>
    <message>
        <source>Part of the time of all groups</source>
        <translation>Anteil an der Zeit aller Gruppen</translation>
    </message>
    <message>
        <source>At most: operators of unknown size are not counted</source>
        <translation>Höchstens: Operatoren unbekannter Größe sind nicht mitgezählt</translation>
    </message>
    <message>
        <source>Part of all operations; of the time once the network has run</source>
        <translation>Anteil an allen Operationen; nach einem Lauf des Netzes an der Zeit</translation>
    </message>
    <message>
        <source>Least time that the machine&apos;s measured peaks allow, as a part of the measured time. Needs a run, and the peaks (Measure the peaks, in a kernel&apos;s roofline)</source>
        <translation>Kürzeste Zeit, die die gemessenen Peaks des Rechners erlauben, als Anteil der gemessenen Zeit. Braucht einen Lauf und die Peaks (Rechner vermessen, in der Roofline eines Kernels)</translation>
    </message>
    <message>
        <source>Number of the fused group</source>
        <translation>Nummer der fusionierten Gruppe</translation>
    </message>
    <message>
        <source>Target that the times were measured on</source>
        <translation>Target, auf dem die Zeiten gemessen wurden</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n Operator</numerusform>
            <numerusform>%n Operatoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n Gruppe</numerusform>
            <numerusform>%n Gruppen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message numerus="yes">
        <source>%n of unknown size</source>
        <translation>
            <numerusform>%n mit unbekannter Größe</numerusform>
            <numerusform>%n mit unbekannter Größe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 read and written</source>
        <translation>%1 gelesen und geschrieben</translation>
    </message>
    <message>
        <source>%1 parameters in %2, %3</source>
        <translation>%1 Parameter in %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s)</source>
        <translation>
            <numerusform>%n Konstante</numerusform>
            <numerusform>%n Konstanten</numerusform>
        </translation>
    </message>
    <message>
        <source>values take %1 at most</source>
        <translation>Werte belegen höchstens %1</translation>
    </message>
    <message>
        <source>%1, measured before the groups or sizes changed; run the network again</source>
        <translation>%1, gemessen, bevor sich Gruppen oder Größen änderten; das Netz erneut ausführen</translation>
    </message>
    <message>
        <source>their kernels take %1 in sum</source>
        <translation>ihre Kernel brauchen zusammen %1</translation>
    </message>
    <message>
        <source>a run takes %1</source>
        <translation>ein Lauf dauert %1</translation>
    </message>
    <message>
        <source>Rows shown: %1</source>
        <translation>Gezeigte Zeilen: %1</translation>
    </message>
    <message>
        <source>Whole model: %1</source>
        <translation>Ganzes Modell: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::OperatorsPanel</name>
    <message>
        <source>groups and operators</source>
        <translation>Gruppen und Operatoren</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>List groups with their operators below them, groups alone, or operators alone</source>
        <translation>Gruppen mit ihren Operatoren darunter, nur Gruppen oder nur Operatoren zeigen</translation>
    </message>
    <message>
        <source>Filter: op:conv2d flops&gt;1M</source>
        <translation>Filter: op:conv2d flops&gt;1M</translation>
    </message>
    <message>
        <source>Filter of the table</source>
        <translation>Filter der Tabelle</translation>
    </message>
    <message>
        <source>Show the operators that a query names, as Find does: op:conv2d, shape:[1,*,56,56], a -&gt; b</source>
        <translation>Die Operatoren zeigen, die eine Abfrage wie in der Suche nennt: op:conv2d, shape:[1,*,56,56], a -&gt; b</translation>
    </message>
    <message>
        <source>Operators and groups</source>
        <translation>Operatoren und Gruppen</translation>
    </message>
    <message>
        <source>Totals of the table</source>
        <translation>Summen der Tabelle</translation>
    </message>
    <message>
        <source>Columns of the table; a click sorts</source>
        <translation>Spalten der Tabelle; ein Klick sortiert</translation>
    </message>
    <message>
        <source>Listing the operators</source>
        <translation>Operatoren werden aufgelistet</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Operators and groups with what they cost, in any order</source>
        <translation>Operatoren und Gruppen mit ihren Kosten, beliebig sortiert</translation>
    </message>
    <message>
        <source>Flame</source>
        <translation>Flame</translation>
    </message>
    <message>
        <source>Where the time goes: scopes, groups, stages and loops, as wide as they take long</source>
        <translation>Wo die Zeit bleibt: Scopes, Gruppen, Stages und Schleifen, so breit wie ihre Dauer</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>The last run along its time, with the memory that values took</source>
        <translation>Der letzte Lauf über seine Zeit, mit dem Speicher der Werte</translation>
    </message>
    <message>
        <source>Adding the times up</source>
        <translation>Zeiten werden summiert</translation>
    </message>
    <message>
        <source>Drawing the run</source>
        <translation>Lauf wird gezeichnet</translation>
    </message>
    <message>
        <source>Open a model to see what its operators cost.</source>
        <translation>Öffnen Sie ein Modell, um die Kosten seiner Operatoren zu sehen.</translation>
    </message>
    <message>
        <source>Run the network (Ctrl+Return on the graph) to see what ran when.</source>
        <translation>Führen Sie das Netz aus (Strg+Eingabe im Graphen), um zu sehen, was wann lief.</translation>
    </message>
    <message>
        <source>The groups or sizes have changed since the run. Run the network again to see what runs when.</source>
        <translation>Gruppen oder Größen haben sich seit dem Lauf geändert. Führen Sie das Netz erneut aus, um zu sehen, was wann läuft.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Show all rows again</source>
        <translation>Wieder alle Zeilen zeigen</translation>
    </message>
    <message>
        <source>No row matches %1</source>
        <translation>Keine Zeile passt zu %1</translation>
    </message>
</context>
<context>
    <name>nw::views::OriginalPage</name>
    <message>
        <source>%1, read-only</source>
        <translation>%1, nur lesbar</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) left out</source>
        <translation>
            <numerusform>%n Zeile ausgelassen</numerusform>
            <numerusform>%n Zeilen ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>List the lines that are no part of the kernels, and why</source>
        <translation>Die Zeilen auflisten, die zu keinem Kernel gehören, mit Gründen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Lines that were left out</source>
        <translation>Ausgelassene Zeilen</translation>
    </message>
    <message>
        <source>The file as it was opened, read-only</source>
        <translation>Die geöffnete Datei, nur lesbar</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>Ausgelassen: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::OutlineModel</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>outside any scope</source>
        <translation>außerhalb aller Scopes</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Shape</translation>
    </message>
</context>
<context>
    <name>nw::views::OutlinePanel</name>
    <message>
        <source>by scope</source>
        <translation>nach Scope</translation>
    </message>
    <message>
        <source>by group</source>
        <translation>nach Gruppe</translation>
    </message>
    <message>
        <source>Order of the outline</source>
        <translation>Ordnung der Gliederung</translation>
    </message>
    <message>
        <source>List the graph by name scope or by fused group</source>
        <translation>Den Graphen nach Namens-Scopes oder fusionierten Gruppen auflisten</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter of the outline</source>
        <translation>Filter der Gliederung</translation>
    </message>
    <message>
        <source>Outline of the graph</source>
        <translation>Gliederung des Graphen</translation>
    </message>
    <message>
        <source>Listing the graph</source>
        <translation>Graph wird aufgelistet</translation>
    </message>
</context>
<context>
    <name>nw::views::Overlay</name>
    <message>
        <source>not a tensor</source>
        <translation>kein Tensor</translation>
    </message>
    <message>
        <source>a tuple of several</source>
        <translation>ein Tupel aus mehreren</translation>
    </message>
    <message>
        <source>unknown shape</source>
        <translation>unbekannte Shape</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>dynamisch</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>fest</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Bytes given</source>
        <translation>Ausgegebene Bytes</translation>
    </message>
    <message>
        <source>Operations a byte</source>
        <translation>Operationen je Byte</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Dynamic shapes</source>
        <translation>Dynamische Shapes</translation>
    </message>
    <message>
        <source>Operators in the group</source>
        <translation>Operatoren in der Gruppe</translation>
    </message>
    <message>
        <source>emulated, not a device&apos;s speed</source>
        <translation>emuliert, nicht die Geschwindigkeit eines Geräts</translation>
    </message>
    <message>
        <source>device events</source>
        <translation>Geräteereignisse</translation>
    </message>
    <message>
        <source>wall clock</source>
        <translation>Wanduhr</translation>
    </message>
    <message>
        <source>Time on %1</source>
        <translation>Zeit auf %1</translation>
    </message>
    <message>
        <source>%1 in all, %2</source>
        <translation>%1 insgesamt, %2</translation>
    </message>
    <message>
        <source>%1 is not a JSON object of node names and numbers</source>
        <translation>%1 ist kein JSON-Objekt aus Knotennamen und Zahlen</translation>
    </message>
    <message>
        <source>%1 names no node of this graph with a number</source>
        <translation>%1 nennt keinen Knoten dieses Graphen mit einer Zahl</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s) of the file name no node of this graph</source>
        <translation>
            <numerusform>%n Eintrag der Datei nennt keinen Knoten dieses Graphen</numerusform>
            <numerusform>%n Einträge der Datei nennen keinen Knoten dieses Graphen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::PassTimeline</name>
    <message>
        <source>Comparing with the pass before</source>
        <translation>Vergleich mit dem Pass davor</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternEditor</name>
    <message>
        <source>Pattern table</source>
        <translation>Mustertabelle</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternResults</name>
    <message>
        <source>What the patterns take</source>
        <translation>Was die Muster nehmen</translation>
    </message>
    <message>
        <source>Change the table so: %1</source>
        <translation>Tabelle so ändern: %1</translation>
    </message>
    <message>
        <source>Step through this trial</source>
        <translation>Diesen Versuch schrittweise verfolgen</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternResultsModel</name>
    <message>
        <source>rule, applied</source>
        <translation>Regel, angewendet</translation>
    </message>
    <message>
        <source>rule, %1 of %2</source>
        <translation>Regel, %1 von %2</translation>
    </message>
    <message>
        <source>rule, matches nowhere</source>
        <translation>Regel, trifft nirgends zu</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>matches nowhere</source>
        <translation>trifft nirgends zu</translation>
    </message>
    <message>
        <source>the results</source>
        <translation>die Ergebnisse</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s): %1</source>
        <translation>
            <numerusform>%n Stelle: %1</numerusform>
            <numerusform>%n Stellen: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%n node(s) computed outside too)</source>
        <translation>
            <numerusform> (%n Knoten auch außerhalb berechnet)</numerusform>
            <numerusform> (%n Knoten auch außerhalb berechnet)</numerusform>
        </translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Nimmt</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternsPanel</name>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open a pattern table (.pat) in a tab of its own</source>
        <translation>Eine Mustertabelle (.pat) in einem eigenen Tab öffnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Write this table to its file, or choose one</source>
        <translation>Diese Tabelle in ihre Datei schreiben oder eine wählen</translation>
    </message>
    <message>
        <source>One statement a line, in TVM&apos;s words; Alt+Up and Alt+Down move a line</source>
        <translation>Eine Anweisung je Zeile, in der Sprache von TVM; Alt+Auf und Alt+Ab verschieben eine Zeile</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Offloading</source>
        <translation>Offloading</translation>
    </message>
    <message>
        <source>Rewriting</source>
        <translation>Umschreiben</translation>
    </message>
    <message>
        <source>From selection</source>
        <translation>Aus der Auswahl</translation>
    </message>
    <message>
        <source>Matching patterns</source>
        <translation>Muster werden gesucht</translation>
    </message>
    <message>
        <source>Matches that the last edit gained and lost: %1</source>
        <translation>Treffer, die die letzte Änderung brachte und kostete: %1</translation>
    </message>
    <message>
        <source>Looking for fixes of patterns</source>
        <translation>Korrekturen der Muster werden gesucht</translation>
    </message>
    <message numerus="yes">
        <source>Takes nothing: %1 take(s) all %n place(s) first</source>
        <translation>
            <numerusform>Nimmt nichts: %1 nimmt die %n Stelle zuerst</numerusform>
            <numerusform>Nimmt nichts: %1 nimmt alle %n Stellen zuerst</numerusform>
        </translation>
    </message>
    <message>
        <source>Takes nothing in this model</source>
        <translation>Nimmt in diesem Modell nichts</translation>
    </message>
    <message>
        <source>table %1</source>
        <translation>Tabelle %1</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>another table in front</source>
        <translation>eine andere Tabelle vorn</translation>
    </message>
    <message>
        <source>table %1 closed</source>
        <translation>Tabelle %1 geschlossen</translation>
    </message>
    <message>
        <source>Closed %1; undo brings it back</source>
        <translation>%1 geschlossen; Rückgängig holt sie zurück</translation>
    </message>
    <message>
        <source>table saved as %1</source>
        <translation>Tabelle als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Pages of the table</source>
        <translation>Seiten der Tabelle</translation>
    </message>
</context>
<context>
    <name>nw::views::PlaceBar</name>
    <message>
        <source>The part of the graph that is shown</source>
        <translation>Der angezeigte Teil des Graphen</translation>
    </message>
    <message>
        <source>One step less around</source>
        <translation>Umgebung um einen Schritt kleiner</translation>
    </message>
    <message>
        <source>One step more around</source>
        <translation>Umgebung um einen Schritt größer</translation>
    </message>
    <message>
        <source>Show again what was hidden</source>
        <translation>Ausgeblendetes wieder zeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles wieder zeigen</translation>
    </message>
    <message>
        <source>Show the whole graph again</source>
        <translation>Den ganzen Graphen wieder zeigen</translation>
    </message>
    <message>
        <source>Go out to %1</source>
        <translation>Hinaus zu %1</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden · Show</source>
        <translation>
            <numerusform>%n ausgeblendet · Zeigen</numerusform>
            <numerusform>%n ausgeblendet · Zeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::Player</name>
    <message>
        <source>Fusion, step by step</source>
        <translation>Fusion, Schritt für Schritt</translation>
    </message>
    <message>
        <source>To the phase before (Page Up)</source>
        <translation>Zur vorigen Phase (Bild auf)</translation>
    </message>
    <message>
        <source>One decision back (Left)</source>
        <translation>Eine Entscheidung zurück (Links)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>Abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>One decision on (Right)</source>
        <translation>Eine Entscheidung vor (Rechts)</translation>
    </message>
    <message>
        <source>To the next phase (Page Down)</source>
        <translation>Zur nächsten Phase (Bild ab)</translation>
    </message>
    <message>
        <source>Leave the algorithm (Esc)</source>
        <translation>Algorithmus verlassen (Esc)</translation>
    </message>
    <message>
        <source>Decisions of the algorithm</source>
        <translation>Entscheidungen des Algorithmus</translation>
    </message>
    <message>
        <source>Phase %1 begins</source>
        <translation>Phase %1 beginnt</translation>
    </message>
    <message>
        <source>Every node is alone. First the tree of dominators: where do a node&apos;s uses all meet again?</source>
        <translation>Jeder Knoten ist allein. Zuerst der Dominatorbaum: wo treffen sich alle Verwendungen eines Knotens wieder?</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>nw::views::PrintedComparison</name>
    <message>
        <source>it is not complete</source>
        <translation>er ist nicht vollständig</translation>
    </message>
    <message>
        <source>line %1: </source>
        <translation>Zeile %1: </translation>
    </message>
    <message>
        <source>line %1 there</source>
        <translation>Zeile %1 dort</translation>
    </message>
    <message>
        <source>line %1 here</source>
        <translation>Zeile %1 hier</translation>
    </message>
    <message>
        <source>What it is compared with has no loop nest: %1</source>
        <translation>Das Vergleichsobjekt hat kein Schleifennest: %1</translation>
    </message>
    <message>
        <source>This has no loop nest: %1</source>
        <translation>Dies hat kein Schleifennest: %1</translation>
    </message>
    <message>
        <source>The loop nests are the same schedule of the same computation.</source>
        <translation>Die Schleifennester sind derselbe Schedule derselben Berechnung.</translation>
    </message>
    <message>
        <source>Indices and conditions that were found equal at the ends of their loops and in some iterations between: %1.</source>
        <translation>Indizes und Bedingungen, die an den Enden ihrer Schleifen und in einigen Iterationen dazwischen als gleich befunden wurden: %1.</translation>
    </message>
    <message>
        <source>The loop nests differ in one place:</source>
        <translation>Die Schleifennester unterscheiden sich an einer Stelle:</translation>
    </message>
    <message>
        <source>The loop nests differ in %1 places:</source>
        <translation>Die Schleifennester unterscheiden sich an %1 Stellen:</translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemDetails</name>
    <message>
        <source>Causes, and what is possible</source>
        <translation>Ursachen und Möglichkeiten</translation>
    </message>
    <message>
        <source>%1. It can be undone</source>
        <translation>%1. Das lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Gehe zu %1</translation>
    </message>
    <message>
        <source>Select the place of this problem</source>
        <translation>Die Stelle dieses Problems auswählen</translation>
    </message>
    <message>
        <source>What is %1?</source>
        <translation>Was ist %1?</translation>
    </message>
    <message>
        <source>The page about this problem, with an example and its fix</source>
        <translation>Die Seite zu diesem Problem, mit Beispiel und Korrektur</translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemsModel</name>
    <message>
        <source>Details and fixes</source>
        <translation>Details und Korrekturen</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s), first: %1</source>
        <translation>
            <numerusform>%n-mal, zuerst: %1</numerusform>
            <numerusform>%n-mal, zuerst: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemsPanel</name>
    <message>
        <source>No problems.</source>
        <translation>Keine Probleme.</translation>
    </message>
    <message>
        <source>No problems in this kernel.</source>
        <translation>Keine Probleme in diesem Kernel.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Show the problems of the graph, of other kernels and of files too</source>
        <translation>Auch die Probleme des Graphen, anderer Kernel und der Dateien zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show %n more of the graph and other kernels</source>
        <translation>
            <numerusform>%n weiteres des Graphen und anderer Kernel zeigen</numerusform>
            <numerusform>%n weitere des Graphen und anderer Kernel zeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::QueuePage</name>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Cancel the job</source>
        <translation>Auftrag abbrechen</translation>
    </message>
    <message>
        <source>Jobs on this target</source>
        <translation>Aufträge auf diesem Target</translation>
    </message>
    <message>
        <source>Stops the selected job, and what waits behind it (Delete)</source>
        <translation>Hält den gewählten Auftrag an und was dahinter wartet (Entf)</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>Nothing runs on this target</source>
        <translation>Auf diesem Target läuft nichts</translation>
    </message>
</context>
<context>
    <name>nw::views::RewritePage</name>
    <message>
        <source>No rule: a line `name: pattern =&gt; replacement` is one.</source>
        <translation>Keine Regel: eine Zeile `name: pattern =&gt; replacement` ist eine.</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Erzeugt</translation>
    </message>
    <message>
        <source>Compare before and after</source>
        <translation>Vorher und nachher vergleichen</translation>
    </message>
    <message>
        <source>The model as it is and with all rules applied, side by side</source>
        <translation>Das Modell, wie es ist, und mit allen Regeln, nebeneinander</translation>
    </message>
    <message>
        <source>Apply to the model</source>
        <translation>Auf das Modell anwenden</translation>
    </message>
    <message>
        <source>Fusion and kernels are those of the rewritten model then; undo, or a second press, takes it back</source>
        <translation>Fusion und Kernel sind dann die des umgeschriebenen Modells; Rückgängig oder erneutes Drücken nimmt es zurück</translation>
    </message>
    <message>
        <source>Applications of rules</source>
        <translation>Anwendungen der Regeln</translation>
    </message>
    <message>
        <source>What is wrong with the rules</source>
        <translation>Was an den Regeln falsch ist</translation>
    </message>
    <message>
        <source>Applying rules</source>
        <translation>Regeln werden angewendet</translation>
    </message>
    <message>
        <source>No rule finds its pattern in this model</source>
        <translation>Keine Regel findet ihr Muster in diesem Modell</translation>
    </message>
    <message numerus="yes">
        <source>%n application(s) of rules</source>
        <translation>
            <numerusform>%n Anwendung von Regeln</numerusform>
            <numerusform>%n Anwendungen von Regeln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> in %n round(s)</source>
        <translation>
            <numerusform> in %n Runde</numerusform>
            <numerusform> in %n Runden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::RooflineView</name>
    <message>
        <source>Measure the machine</source>
        <translation>Rechner vermessen</translation>
    </message>
    <message>
        <source>Runs small kernels for a few seconds: one for arithmetic, one for memory, one for each cache. It is kept.</source>
        <translation>Führt einige Sekunden lang kleine Kernel aus: einen für Arithmetik, einen für Speicher, einen je Cache. Das Ergebnis bleibt gespeichert.</translation>
    </message>
    <message>
        <source>L%1</source>
        <translation>L%1</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>%1 %2 GB/s</source>
        <translation>%1 %2 GB/s</translation>
    </message>
    <message>
        <source>What this machine can do at most is not known yet; it is measured, never guessed.</source>
        <translation>Was dieser Rechner höchstens leistet, ist noch nicht bekannt; es wird gemessen, nie geraten.</translation>
    </message>
    <message>
        <source>What %1 can do at most is not known yet; it is measured, never guessed.</source>
        <translation>Was %1 höchstens leistet, ist noch nicht bekannt; es wird gemessen, nie geraten.</translation>
    </message>
    <message numerus="yes">
        <source>This machine: %1 GFLOP/s and %2 GB/s with %n thread(s).</source>
        <translation>
            <numerusform>Dieser Rechner: %1 GFLOP/s und %2 GB/s mit %n Thread.</numerusform>
            <numerusform>Dieser Rechner: %1 GFLOP/s und %2 GB/s mit %n Threads.</numerusform>
        </translation>
    </message>
    <message>
        <source>%3: %1 GFLOP/s and %2 GB/s.</source>
        <translation>%3: %1 GFLOP/s und %2 GB/s.</translation>
    </message>
    <message>
        <source>Run the kernel to place it under this roof.</source>
        <translation>Führen Sie den Kernel aus, um ihn unter diesem Dach einzuordnen.</translation>
    </message>
    <message>
        <source>%1 GOP/s of integers at %2 operations a byte: %3 % of the memory bandwidth. The roof is that of floating-point numbers.</source>
        <translation>%1 GOP/s Ganzzahlen bei %2 Operationen je Byte: %3 % der Speicherbandbreite. Das Dach gilt für Gleitkommazahlen.</translation>
    </message>
    <message>
        <source>%1 GFLOP/s at %2 operations a byte: %3 % of the peak, %4 % of the memory bandwidth, %5 % of what the roof allows.</source>
        <translation>%1 GFLOP/s bei %2 Operationen je Byte: %3 % des Peaks, %4 % der Speicherbandbreite, %5 % dessen, was das Dach erlaubt.</translation>
    </message>
    <message>
        <source>More than the peak: the machine was busy when that was measured. Measure it again.</source>
        <translation>Mehr als der Peak: der Rechner war bei dessen Messung beschäftigt. Messen Sie ihn erneut.</translation>
    </message>
    <message>
        <source>Between runs its data stays in a cache.</source>
        <translation>Zwischen Läufen bleiben seine Daten in einem Cache.</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Messung läuft…</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Erneut messen</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>operations a byte</source>
        <translation>Operationen je Byte</translation>
    </message>
    <message>
        <source>GOP/s</source>
        <translation>GOP/s</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>%1 GOP/s</source>
        <translation>%1 GOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1: %2 µs, %3</source>
        <translation>%1: %2 µs, %3</translation>
    </message>
    <message>
        <source>%1; the present state</source>
        <translation>%1; der jetzige Zustand</translation>
    </message>
    <message>
        <source>%1; Enter or a click goes back to it</source>
        <translation>%1; Eingabe oder Klick kehrt dorthin zurück</translation>
    </message>
    <message>
        <source>Roofline in words</source>
        <translation>Roofline in Worten</translation>
    </message>
    <message>
        <source>Rates: %1.</source>
        <translation>Raten: %1.</translation>
    </message>
</context>
<context>
    <name>nw::views::RunBadge</name>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>Run the kernel to compare it with its reference</source>
        <translation>Kernel ausführen, um ihn mit seiner Referenz zu vergleichen</translation>
    </message>
</context>
<context>
    <name>nw::views::RunPanel</name>
    <message>
        <source>File…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <source>Without file</source>
        <translation>Ohne Datei</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>File, or what was found</source>
        <translation>Datei oder Ergebnis</translation>
    </message>
    <message>
        <source>Inputs and outputs of the model</source>
        <translation>Ein- und Ausgaben des Modells</translation>
    </message>
    <message>
        <source>A .npy or .pb for the input, or for what the output is expected to be; or drop one on it</source>
        <translation>Eine .npy oder .pb für die Eingabe oder für die erwartete Ausgabe; auch durch Ablegen</translation>
    </message>
    <message>
        <source>Fill the input by rule; expect nothing of the output</source>
        <translation>Eingabe nach Regel füllen; von der Ausgabe nichts erwarten</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>filled by rule</source>
        <translation>nach Regel gefüllt</translation>
    </message>
    <message>
        <source>Outputs: after a run</source>
        <translation>Ausgaben: nach einem Lauf</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>as expected (largest error %1)</source>
        <translation>wie erwartet (größter Fehler %1)</translation>
    </message>
    <message>
        <source>DIFFERS: %1</source>
        <translation>VERSCHIEDEN: %1</translation>
    </message>
    <message>
        <source>Run the model to see its outputs.</source>
        <translation>Führen Sie das Modell aus, um seine Ausgaben zu sehen.</translation>
    </message>
    <message>
        <source>%1 is filled by rule. Drop a .npy or .pb on its row, or on its node.</source>
        <translation>%1 wird nach Regel gefüllt. Legen Sie eine .npy oder .pb auf seiner Zeile oder seinem Knoten ab.</translation>
    </message>
    <message>
        <source>A tensor for %1</source>
        <translation>Ein Tensor für %1</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.pb)</source>
        <translation>Tensoren (*.npy *.pb)</translation>
    </message>
</context>
<context>
    <name>nw::views::RunText</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 GOP/s</source>
        <translation>%1 GOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 (about)</source>
        <translation>%1 (etwa)</translation>
    </message>
    <message>
        <source>%1 emulated</source>
        <translation>%1 emuliert</translation>
    </message>
    <message>
        <source> · %1 instructions</source>
        <translation> · %1 Befehle</translation>
    </message>
    <message>
        <source> · noisy: %1 % over the fastest</source>
        <translation> · verrauscht: %1 % über dem schnellsten</translation>
    </message>
    <message>
        <source> · noisy: ± %1 %</source>
        <translation> · verrauscht: ± %1 %</translation>
    </message>
</context>
<context>
    <name>nw::views::RunTimeline</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, after %2</source>
        <translation>%1, nach %2</translation>
    </message>
    <message>
        <source>%1 operations, %2</source>
        <translation>%1 Operationen, %2</translation>
    </message>
    <message>
        <source>%1 read and written</source>
        <translation>%1 gelesen und geschrieben</translation>
    </message>
</context>
<context>
    <name>nw::views::RunTimelineView</name>
    <message>
        <source>Timeline of the last run</source>
        <translation>Zeitachse des letzten Laufs</translation>
    </message>
    <message>
        <source>memory of values, at most %1</source>
        <translation>Speicher der Werte, höchstens %1</translation>
    </message>
</context>
<context>
    <name>nw::views::ScheduleMenu</name>
    <message>
        <source>Schedule in use</source>
        <translation>Verwendeter Schedule</translation>
    </message>
    <message>
        <source>Which schedule this kernel has, and which groups share it</source>
        <translation>Welchen Schedule dieser Kernel hat und welche Gruppen ihn teilen</translation>
    </message>
    <message>
        <source>default schedule</source>
        <translation>Standard-Schedule</translation>
    </message>
    <message>
        <source> · shared with group %1</source>
        <translation> · geteilt mit Gruppe %1</translation>
    </message>
    <message>
        <source> · shared with %1 groups</source>
        <translation> · geteilt mit %1 Gruppen</translation>
    </message>
    <message>
        <source>Default schedule</source>
        <translation>Standard-Schedule</translation>
    </message>
    <message>
        <source>New schedule from this one</source>
        <translation>Neuer Schedule aus diesem</translation>
    </message>
    <message>
        <source>New schedule from plain loops</source>
        <translation>Neuer Schedule aus einfachen Schleifen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Apply these steps to</source>
        <translation>Diese Schritte anwenden auf</translation>
    </message>
    <message>
        <source>Computes the same and shares the schedule</source>
        <translation>Berechnet dasselbe und teilt den Schedule</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>Rename the schedule</source>
        <translation>Schedule umbenennen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Group %1 · %2</source>
        <translation>Gruppe %1 · %2</translation>
    </message>
    <message>
        <source>Any other kernel…</source>
        <translation>Ein anderer Kernel…</translation>
    </message>
    <message>
        <source>What does not carry over is left as a comment, and the problems say why</source>
        <translation>Was sich nicht übertragen lässt, bleibt als Kommentar, und die Probleme nennen den Grund</translation>
    </message>
    <message>
        <source>The model has no other kernel</source>
        <translation>Das Modell hat keinen anderen Kernel</translation>
    </message>
    <message>
        <source>around the same operator</source>
        <translation>um denselben Operator</translation>
    </message>
    <message>
        <source>Apply these steps to: type a group&apos;s number or its operators</source>
        <translation>Schritte anwenden auf: Nummer einer Gruppe oder ihre Operatoren eingeben</translation>
    </message>
    <message>
        <source>schedule “%1”</source>
        <translation>Schedule „%1“</translation>
    </message>
    <message>
        <source>new schedule “%1”</source>
        <translation>neuer Schedule „%1“</translation>
    </message>
    <message>
        <source>Writing group %1 as plain loops</source>
        <translation>Gruppe %1 wird als einfache Schleifen geschrieben</translation>
    </message>
    <message>
        <source>new schedule “%1” of plain loops</source>
        <translation>neuer Schedule „%1“ aus einfachen Schleifen</translation>
    </message>
    <message>
        <source>schedule “%1” removed</source>
        <translation>Schedule „%1“ entfernt</translation>
    </message>
    <message>
        <source>rename to %1</source>
        <translation>umbenennen in %1</translation>
    </message>
</context>
<context>
    <name>nw::views::ScriptEditor</name>
    <message>
        <source>Script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>uncomment</source>
        <translation>Kommentar aufheben</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>auskommentieren</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>ersetzen</translation>
    </message>
    <message>
        <source>replace all</source>
        <translation>alle ersetzen</translation>
    </message>
    <message>
        <source>&amp;Fold the computation</source>
        <translation>&amp;Berechnung einklappen</translation>
    </message>
    <message>
        <source>&amp;Wrap long lines</source>
        <translation>&amp;Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>What is legal here</source>
        <translation>Was hier zulässig ist</translation>
    </message>
    <message>
        <source>How this call is written</source>
        <translation>Wie dieser Aufruf geschrieben wird</translation>
    </message>
</context>
<context>
    <name>nw::views::ScriptFindBar</name>
    <message>
        <source>Find in the script</source>
        <translation>Im Skript suchen</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The one before (Shift+Enter)</source>
        <translation>Voriger (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>The next one (Enter)</source>
        <translation>Nächster (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace this one and go to the next</source>
        <translation>Diesen ersetzen und zum nächsten gehen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>Alle ersetzen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n insgesamt</numerusform>
            <numerusform>%n insgesamt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>%n ersetzt</numerusform>
            <numerusform>%n ersetzt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SelectionPage</name>
    <message>
        <source>Name of the new line</source>
        <translation>Name der neuen Zeile</translation>
    </message>
    <message>
        <source>What the line is listed as; what stands before a dot is the target that takes it</source>
        <translation>Unter diesem Namen wird die Zeile gelistet; was vor einem Punkt steht, ist das Target, das sie nimmt</translation>
    </message>
    <message>
        <source>Add selected</source>
        <translation>Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>What is selected on the canvas now, as one more place that the pattern is to cover</source>
        <translation>Die Auswahl auf der Zeichenfläche als weitere Stelle, die das Muster abdecken soll</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Take the chosen place out again</source>
        <translation>Die gewählte Stelle wieder entfernen</translation>
    </message>
    <message>
        <source>Write into the table</source>
        <translation>In die Tabelle schreiben</translation>
    </message>
    <message>
        <source>As lines at the end of the table; undo takes them out</source>
        <translation>Als Zeilen am Ende der Tabelle; Rückgängig entfernt sie</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Places that the pattern covers</source>
        <translation>Stellen, die das Muster abdeckt</translation>
    </message>
    <message>
        <source>Attributes that the pattern can ask for</source>
        <translation>Attribute, die das Muster verlangen kann</translation>
    </message>
    <message>
        <source>The pattern</source>
        <translation>Das Muster</translation>
    </message>
    <message>
        <source>Select nodes on the canvas (Ctrl+click adds one, Ctrl+drag those in a rectangle), then “Pattern from the selection” in the Graph menu or the context menu.</source>
        <translation>Wählen Sie Knoten auf der Zeichenfläche (Strg+Klick fügt einen hinzu, Strg+Ziehen alle in einem Rechteck), dann „Muster aus der Auswahl“ im Menü Graph oder im Kontextmenü.</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <translation>%1 +%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (no match)</source>
        <translation>%1 (kein Treffer)</translation>
    </message>
    <message>
        <source>Making a pattern of the selection</source>
        <translation>Muster der Auswahl wird gebildet</translation>
    </message>
    <message>
        <source>A name is letters, digits and dots, as in my.block</source>
        <translation>Ein Name besteht aus Buchstaben, Ziffern und Punkten, wie my.block</translation>
    </message>
    <message numerus="yes">
        <source>takes %n place(s)</source>
        <translation>
            <numerusform>nimmt %n Stelle</numerusform>
            <numerusform>nimmt %n Stellen</numerusform>
        </translation>
    </message>
    <message>
        <source>as %1: </source>
        <translation>als %1: </translation>
    </message>
    <message>
        <source>place %1</source>
        <translation>Stelle %1</translation>
    </message>
</context>
<context>
    <name>nw::views::SettingsPage</name>
    <message>
        <source>The plugin of this target has no settings.</source>
        <translation>Das Plugin dieses Targets hat keine Einstellungen.</translation>
    </message>
    <message>
        <source>Settings belong to targets of your list: add this device to it to change them.</source>
        <translation>Einstellungen gehören zu Targets Ihrer Liste: fügen Sie dieses Gerät hinzu, um sie zu ändern.</translation>
    </message>
    <message>
        <source>What is wrong with %1</source>
        <translation>Was an %1 falsch ist</translation>
    </message>
    <message>
        <source>“%1” is no %2</source>
        <translation>„%1“ ist kein %2</translation>
    </message>
    <message>
        <source>setting %1 of %2</source>
        <translation>Einstellung %1 von %2</translation>
    </message>
</context>
<context>
    <name>nw::views::ShownPart</name>
    <message>
        <source>%1 is no longer pinned</source>
        <translation>%1 ist nicht mehr angeheftet</translation>
    </message>
    <message>
        <source>%1 is pinned: it is shown with every part of the graph</source>
        <translation>%1 ist angeheftet: es wird mit jedem Teil des Graphen gezeigt</translation>
    </message>
    <message>
        <source>Whole graph</source>
        <translation>Ganzer Graph</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) around %1</source>
        <translation>
            <numerusform>%n Schritt um %1</numerusform>
            <numerusform>%n Schritte um %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 von %n Knoten</numerusform>
            <numerusform>%1 von %n Knoten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SizeLegend</name>
    <message>
        <source>Names of sizes</source>
        <translation>Namen der Größen</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SizesBar</name>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>Size %1</source>
        <translation>Größe %1</translation>
    </message>
    <message>
        <source>The value of %1 that figures and runs are for; the script stays as it is</source>
        <translation>Der Wert von %1, für den Zahlen und Läufe gelten; das Skript bleibt unverändert</translation>
    </message>
</context>
<context>
    <name>nw::views::StepBar</name>
    <message>
        <source>One step back</source>
        <translation>Einen Schritt zurück</translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation>Einen Schritt vor</translation>
    </message>
    <message>
        <source>Step of the schedule</source>
        <translation>Schritt des Schedules</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>keine Schritte</translation>
    </message>
</context>
<context>
    <name>nw::views::TableTabs</name>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Of the project</source>
        <translation>Des Projekts</translation>
    </message>
    <message>
        <source>Kept in the project</source>
        <translation>Im Projekt gespeichert</translation>
    </message>
    <message>
        <source>%1: not saved</source>
        <translation>%1: nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetBox</name>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>This CPU</source>
        <translation>Diese CPU</translation>
    </message>
    <message>
        <source>What kernels are scheduled, checked and compiled for, and where they run: %1 (%2)</source>
        <translation>Wofür Kernel geplant, geprüft und kompiliert werden und wo sie laufen: %1 (%2)</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetEntry</name>
    <message>
        <source>This computer · %1</source>
        <translation>Dieser Rechner · %1</translation>
    </message>
    <message>
        <source>found</source>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>verbindet</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>beschäftigt</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>described</source>
        <translation>beschrieben</translation>
    </message>
    <message>
        <source>not trusted</source>
        <translation>nicht vertraut</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>not connected here</source>
        <translation>hier nicht verbunden</translation>
    </message>
    <message numerus="yes">
        <source>busy, %n waiting</source>
        <translation>
            <numerusform>beschäftigt, %n wartet</numerusform>
            <numerusform>beschäftigt, %n warten</numerusform>
        </translation>
    </message>
    <message>
        <source>lost, next try in %1 s</source>
        <translation>verloren, nächster Versuch in %1 s</translation>
    </message>
    <message>
        <source>described only: it is known by its facts, nothing runs there</source>
        <translation>nur beschrieben: bekannt durch seine Kenndaten, dort läuft nichts</translation>
    </message>
    <message>
        <source>The project was used with this target, and there is none of that name here</source>
        <translation>Das Projekt wurde mit diesem Target verwendet, hier gibt es keines dieses Namens</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetLinks</name>
    <message>
        <source>connecting: %1</source>
        <translation>Verbindung: %1</translation>
    </message>
    <message>
        <source>connected: runner %1 on %2</source>
        <translation>verbunden: Runner %1 auf %2</translation>
    </message>
    <message>
        <source>lost: the runner does not answer any more</source>
        <translation>verloren: der Runner antwortet nicht mehr</translation>
    </message>
    <message>
        <source>released</source>
        <translation>freigegeben</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetList</name>
    <message>
        <source>Reading the list of targets</source>
        <translation>Liste der Targets wird gelesen</translation>
    </message>
    <message>
        <source>The project was last used with %1, which is not connected here</source>
        <translation>Das Projekt wurde zuletzt mit %1 verwendet, das hier nicht verbunden ist</translation>
    </message>
    <message>
        <source>Connecting %1</source>
        <translation>%1 wird verbunden</translation>
    </message>
    <message>
        <source>%1 could not be connected; the problems say why</source>
        <translation>%1 ließ sich nicht verbinden; die Probleme nennen den Grund</translation>
    </message>
    <message>
        <source>%1 has no facts of a target; the problems say why</source>
        <translation>%1 hat keine Kenndaten eines Targets; die Probleme nennen den Grund</translation>
    </message>
    <message>
        <source>Trusting the plugin %1</source>
        <translation>Plugin %1 wird als vertrauenswürdig eingetragen</translation>
    </message>
    <message>
        <source>removing %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>undoing %1</source>
        <translation>%1 rückgängig machen</translation>
    </message>
    <message>
        <source>Your list of targets: %1</source>
        <translation>Ihre Liste der Targets: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetMenu</name>
    <message>
        <source>&amp;Target</source>
        <translation>&amp;Target</translation>
    </message>
    <message>
        <source>&amp;Try %1 now</source>
        <translation>%1 jetzt &amp;versuchen</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetRunsModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Of %1 that its units, clock and vectors could compute by its facts</source>
        <translation>Von %1, die seine Einheiten, Takt und Vektoren nach den Kenndaten berechnen könnten</translation>
    </message>
    <message>
        <source>Instructions that keep a register in memory for lack of registers</source>
        <translation>Befehle, die mangels Registern ein Register im Speicher halten</translation>
    </message>
    <message>
        <source>Bytes of the code that was loaded</source>
        <translation>Bytes des geladenen Codes</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Ausgangswert</translation>
    </message>
    <message>
        <source>%1 in instructions</source>
        <translation>%1 in Befehlen</translation>
    </message>
    <message>
        <source>The emulator counted no instructions, and its times are compared with nothing: they are not the device&apos;s</source>
        <translation>Der Emulator zählte keine Befehle, und seine Zeiten werden mit nichts verglichen: sie sind nicht die des Geräts</translation>
    </message>
    <message>
        <source>No time was taken</source>
        <translation>Es wurde keine Zeit genommen</translation>
    </message>
    <message>
        <source>The other times are compared with this one</source>
        <translation>Die anderen Zeiten werden mit dieser verglichen</translation>
    </message>
    <message>
        <source>Against the time on %1</source>
        <translation>Gegen die Zeit auf %1</translation>
    </message>
    <message>
        <source>The instructions of other emulated targets are compared with these. An emulator&apos;s times are compared with nothing: they are not the device&apos;s</source>
        <translation>Die Befehle anderer emulierter Targets werden mit diesen verglichen. Die Zeiten eines Emulators werden mit nichts verglichen: sie sind nicht die des Geräts</translation>
    </message>
    <message>
        <source>Fewer or more instructions than on %1. An emulator&apos;s times are compared with nothing: they are not the device&apos;s</source>
        <translation>Weniger oder mehr Befehle als auf %1. Die Zeiten eines Emulators werden mit nichts verglichen: sie sind nicht die des Geräts</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>lief nicht</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>different</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>An emulator&apos;s speed is not the device&apos;s</source>
        <translation>Die Geschwindigkeit eines Emulators ist nicht die des Geräts</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Of its peak</source>
        <translation>Vom Peak</translation>
    </message>
    <message>
        <source>Spills</source>
        <translation>Spills</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetTreeModel</name>
    <message>
        <source>Not usable</source>
        <translation>Nicht nutzbar</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>%1, active</source>
        <translation>%1, aktiv</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetsPanel</name>
    <message>
        <source>Plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was er ist</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Targets</translation>
    </message>
    <message>
        <source>Enter or a double click schedules, checks and runs kernels for a target</source>
        <translation>Eingabe oder Doppelklick wählt das Target, für das Kernel geplant, geprüft und ausgeführt werden</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Add a target</source>
        <translation>Target hinzufügen</translation>
    </message>
    <message>
        <source>Adds a target to your list</source>
        <translation>Fügt Ihrer Liste ein Target hinzu</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Takes the selected target out of your list (Delete)</source>
        <translation>Entfernt das gewählte Target aus Ihrer Liste (Entf)</translation>
    </message>
    <message>
        <source>Use this target</source>
        <translation>Dieses Target verwenden</translation>
    </message>
    <message>
        <source>Schedules, checks and runs kernels for it</source>
        <translation>Plant, prüft und führt Kernel dafür aus</translation>
    </message>
    <message>
        <source>Trust this plugin</source>
        <translation>Diesem Plugin vertrauen</translation>
    </message>
    <message>
        <source>Its library may be loaded from now on, as it is now; a change of it asks again</source>
        <translation>Seine Bibliothek darf ab jetzt geladen werden, so wie sie ist; nach einer Änderung wird wieder gefragt</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Connects at once instead of after the pause</source>
        <translation>Verbindet sofort statt nach der Pause</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Kenndaten</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>The target&apos;s plugin</source>
        <translation>Das Plugin des Targets</translation>
    </message>
    <message>
        <source>Search the facts</source>
        <translation>Kenndaten durchsuchen</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>All facts, as a file for --target has them</source>
        <translation>Alle Kenndaten, als Datei für --target</translation>
    </message>
    <message>
        <source>Facts of the target</source>
        <translation>Kenndaten des Targets</translation>
    </message>
    <message>
        <source>because %1</source>
        <translation>weil %1</translation>
    </message>
    <message>
        <source>legal: %1</source>
        <translation>zulässig: %1</translation>
    </message>
    <message>
        <source>Undo %1</source>
        <translation>%1 rückgängig</translation>
    </message>
    <message>
        <source>Takes the last change of your list back (%1)</source>
        <translation>Nimmt die letzte Änderung Ihrer Liste zurück (%1)</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>interface %1</source>
        <translation>Schnittstelle %1</translation>
    </message>
    <message>
        <source>licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>trusted</source>
        <translation>vertraut</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>manifest</source>
        <translation>Manifest</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Details of the target</source>
        <translation>Einzelheiten des Ziels</translation>
    </message>
</context>
<context>
    <name>nw::views::TensorModel</name>
    <message>
        <source>expected %1</source>
        <translation>erwartet %1</translation>
    </message>
    <message>
        <source>%1 ≠ %2</source>
        <translation>%1 ≠ %2</translation>
    </message>
</context>
<context>
    <name>nw::views::TensorSlice</name>
    <message>
        <source>empty: no element</source>
        <translation>leer: kein Element</translation>
    </message>
    <message>
        <source>%1 element(s), none finite</source>
        <translation>%1 Elemente, keines endlich</translation>
    </message>
    <message>
        <source>%1 element(s) from %2 to %3, mean %4</source>
        <translation>%1 Elemente von %2 bis %3, Mittel %4</translation>
    </message>
    <message>
        <source>; %1 zero</source>
        <translation>; %1 null</translation>
    </message>
    <message>
        <source>; %1 infinite</source>
        <translation>; %1 unendlich</translation>
    </message>
    <message>
        <source>; %1 NaN</source>
        <translation>; %1 NaN</translation>
    </message>
</context>
<context>
    <name>nw::views::TensorView</name>
    <message>
        <source>Channels as colours</source>
        <translation>Kanäle als Farben</translation>
    </message>
    <message>
        <source>The tensor in figures</source>
        <translation>Der Tensor in Zahlen</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>[%1, %2]: %3</source>
        <translation>[%1, %2]: %3</translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n Text</numerusform>
            <numerusform>%n Texte</numerusform>
        </translation>
    </message>
    <message>
        <source>Index in axis %1</source>
        <translation>Index in Achse %1</translation>
    </message>
    <message>
        <source>axis %1 of %2:</source>
        <translation>Achse %1 von %2:</translation>
    </message>
    <message>
        <source>Ways to show the tensor</source>
        <translation>Darstellungen des Tensors</translation>
    </message>
</context>
<context>
    <name>nw::views::TimelineBar</name>
    <message>
        <source>Passes</source>
        <translation>Pässe</translation>
    </message>
    <message>
        <source>Show the graph as each pass left it (arrow keys)</source>
        <translation>Den Graphen zeigen, wie ihn jeder Pass hinterließ (Pfeiltasten)</translation>
    </message>
    <message>
        <source>Hide the passes</source>
        <translation>Pässe ausblenden</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
</context>
<context>
    <name>nw::views::TrialPicture</name>
    <message>
        <source>The pattern beside the model&apos;s part</source>
        <translation>Das Muster neben dem Teil des Modells</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
</context>
<context>
    <name>nw::views::TrialView</name>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Each attempt in its order (arrow keys)</source>
        <translation>Jeder Versuch in seiner Reihenfolge (Pfeiltasten)</translation>
    </message>
    <message>
        <source>The attempt before (←)</source>
        <translation>Der vorige Versuch (←)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>Abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>The next attempt (→)</source>
        <translation>Der nächste Versuch (→)</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Trying a pattern</source>
        <translation>Ein Muster wird versucht</translation>
    </message>
    <message>
        <source>%1 of %2: </source>
        <translation>%1 von %2: </translation>
    </message>
    <message>
        <source>is %2 `%1`?</source>
        <translation>ist %2 `%1`?</translation>
    </message>
    <message>
        <source>%2 is `%1`</source>
        <translation>%2 ist `%1`</translation>
    </message>
    <message>
        <source>%1. It matches, and is not taken: %2</source>
        <translation>%1. Es passt und wird nicht genommen: %2</translation>
    </message>
    <message>
        <source>the arguments of `%1` the other way round</source>
        <translation>die Argumente von `%1` vertauscht</translation>
    </message>
    <message>
        <source>%2 is not `%1`</source>
        <translation>%2 ist nicht `%1`</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneCurve</name>
    <message>
        <source>Times of the trials</source>
        <translation>Zeiten der Versuche</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>fastest so far</source>
        <translation>bisher schnellster</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>default schedule</source>
        <translation>Standard-Schedule</translation>
    </message>
    <message>
        <source>best of earlier searches</source>
        <translation>Bestwert früherer Suchen</translation>
    </message>
    <message>
        <source>peak of the machine</source>
        <translation>Peak des Rechners</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>trial %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1: fastest run %2, median %3 ± %4 of %5 runs</source>
        <translation>%1: schnellster Lauf %2, Median %3 ± %4 aus %5 Läufen</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneEffectsModel</name>
    <message>
        <source>not legal</source>
        <translation>nicht zulässig</translation>
    </message>
    <message>
        <source>%1 ± %2 %</source>
        <translation>%1 ± %2 %</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) that need it</source>
        <translation>
            <numerusform>%n Schritt, der ihn braucht</numerusform>
            <numerusform>%n Schritte, die ihn brauchen</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out with it:
%1</source>
        <translation>Mit ihm weggelassen:
%1</translation>
    </message>
    <message>
        <source>Time of the steps before it over the time with it, by the estimate</source>
        <translation>Zeit der Schritte davor über der Zeit mit ihm, nach der Schätzung</translation>
    </message>
    <message>
        <source>Time without it over the time of the whole schedule, by the estimate</source>
        <translation>Zeit ohne ihn über der Zeit des ganzen Schedules, nach der Schätzung</translation>
    </message>
    <message>
        <source>The same as measured, in turns with the whole schedule</source>
        <translation>Dasselbe gemessen, im Wechsel mit dem ganzen Schedule</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Worth</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Left out with it</source>
        <translation>Mit weggelassen</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneLocks</name>
    <message>
        <source>%1  ✕</source>
        <translation>%1  ✕</translation>
    </message>
    <message>
        <source>%1
A click takes it back.</source>
        <translation>%1
Ein Klick nimmt es zurück.</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <translation>Zurücknehmen: %1</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneMark</name>
    <message>
        <source>A search of the script&apos;s marks tries %1 here.</source>
        <translation>Eine Suche über die Marken des Skripts probiert hier %1.</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every divisor of the loop up to %1 here.</source>
        <translation>Eine Suche über die Marken des Skripts probiert hier jeden Teiler der Schleife bis %1.</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every divisor of the loop here.</source>
        <translation>Eine Suche über die Marken des Skripts probiert hier jeden Teiler der Schleife.</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries the schedule with and without this step.</source>
        <translation>Eine Suche über die Marken des Skripts probiert den Schedule mit und ohne diesen Schritt.</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every order of these loops.</source>
        <translation>Eine Suche über die Marken des Skripts probiert jede Reihenfolge dieser Schleifen.</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every loop of that stage as the place.</source>
        <translation>Eine Suche über die Marken des Skripts probiert jede Schleife jener Stage als Ort.</translation>
    </message>
    <message>
        <source>This mark gives no values to try: “%1” is no list of numbers, factors, optional, order or at any.</source>
        <translation>Diese Marke nennt keine Werte: „%1“ ist weder eine Liste von Zahlen noch factors, optional, order oder at any.</translation>
    </message>
    <message>
        <source>The line as it is, is in use. Tune, Space: the script&apos;s marks.</source>
        <translation>In Verwendung ist die Zeile, wie sie ist. Tunen, Raum: die Marken des Skripts.</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneOptions</name>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Schedules that are compiled and measured in addition to those of the records</source>
        <translation>Schedules, die zusätzlich zu denen der Aufzeichnung kompiliert und gemessen werden</translation>
    </message>
    <message>
        <source>Schedules that are measured for each task, on average: tasks from which more is expected get more</source>
        <translation>Schedules, die im Mittel je Task gemessen werden: Tasks, von denen mehr erwartet wird, erhalten mehr</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>The search ends after so long; 0: it ends after its trials</source>
        <translation>Danach endet die Suche; 0: sie endet nach ihren Versuchen</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>That the kernels run on</source>
        <translation>Auf denen die Kernel laufen</translation>
    </message>
    <message>
        <source>Keep lines</source>
        <translation>Feste Zeilen</translation>
    </message>
    <message>
        <source>Lines of the script that every candidate keeps, such as 12, 15-17; those that you change in a schedule that you took are entered here</source>
        <translation>Zeilen des Skripts, die jeder Kandidat behält, etwa 12, 15-17; was Sie in einem übernommenen Schedule ändern, wird hier eingetragen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Every trial is appended to this file at once; what it holds is not measured again</source>
        <translation>Jeder Versuch wird sofort an diese Datei angehängt; was sie enthält, wird nicht erneut gemessen</translation>
    </message>
    <message>
        <source>kept until this tab is closed</source>
        <translation>bis dieser Tab geschlossen wird</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Choose the file of the records</source>
        <translation>Datei der Aufzeichnung wählen</translation>
    </message>
    <message>
        <source>Records of searches</source>
        <translation>Aufzeichnungen von Suchen</translation>
    </message>
    <message>
        <source>Records of searches (*.jsonl);;All files (*)</source>
        <translation>Aufzeichnungen von Suchen (*.jsonl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>of the computation</source>
        <translation>der Berechnung</translation>
    </message>
    <message>
        <source>the script&apos;s marks</source>
        <translation>die Marken des Skripts</translation>
    </message>
    <message>
        <source>All schedules that the computation allows, or only the values that the “# tune:” comments of the script list</source>
        <translation>Alle Schedules, die die Berechnung zulässt, oder nur die Werte, die die „# tune:“-Kommentare des Skripts nennen</translation>
    </message>
    <message>
        <source>The active target measures in any case</source>
        <translation>Das aktive Ziel misst in jedem Fall</translation>
    </message>
    <message>
        <source>It measures candidates beside the active target</source>
        <translation>Es misst Kandidaten neben dem aktiven Ziel</translation>
    </message>
    <message numerus="yes">
        <source>%n runner(s)</source>
        <translation>
            <numerusform>%n Runner</numerusform>
            <numerusform>%n Runner</numerusform>
        </translation>
    </message>
    <message>
        <source>Candidates are measured on the active target; there is no other one</source>
        <translation>Kandidaten werden auf dem aktiven Ziel gemessen; ein anderes gibt es nicht</translation>
    </message>
    <message>
        <source>Targets that share the candidates: machines that are alike</source>
        <translation>Ziele, die sich die Kandidaten teilen: gleichartige Maschinen</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneTasksModel</name>
    <message>
        <source>waits for its next turn</source>
        <translation>wartet auf die nächste Runde</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>is searched</source>
        <translation>wird gesucht</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>angewendet</translation>
    </message>
    <message>
        <source>searched</source>
        <translation>gesucht</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>How often one run of the model calls it</source>
        <translation>Wie oft ein Lauf des Modells ihn aufruft</translation>
    </message>
    <message>
        <source>Of the time of all tasks, weight times the best time</source>
        <translation>Anteil an der Zeit aller Tasks, Gewicht mal beste Zeit</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bester</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneTrialsModel</name>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>one run</source>
        <translation>ein Lauf</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>der Start</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>der Standard-Schedule</translation>
    </message>
    <message>
        <source>measured by you, or recorded</source>
        <translation>von Ihnen gemessen oder aufgezeichnet</translation>
    </message>
    <message>
        <source>of the records</source>
        <translation>aus der Aufzeichnung</translation>
    </message>
    <message>
        <source>fastest %1, median %2 ± %3 of %4 runs</source>
        <translation>schnellster %1, Median %2 ± %3 aus %4 Läufen</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Fastest run</source>
        <translation>Schnellster</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was er ist</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneView</name>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Loop nest against the start&apos;s</source>
        <translation>Schleifennest gegen das des Starts</translation>
    </message>
    <message>
        <source>Why it is fast</source>
        <translation>Warum schnell</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Ends the search: start and best are measured once more, in turns</source>
        <translation>Beendet die Suche: Start und Bester werden nochmals im Wechsel gemessen</translation>
    </message>
    <message>
        <source>Narrow</source>
        <translation>Eingrenzen</translation>
    </message>
    <message>
        <source>Over seconds</source>
        <translation>Über Sekunden</translation>
    </message>
    <message>
        <source>The curve over seconds of searching, or over trials</source>
        <translation>Die Kurve über Sekunden der Suche oder über Versuche</translation>
    </message>
    <message>
        <source>Tasks of the model</source>
        <translation>Tasks des Modells</translation>
    </message>
    <message>
        <source>Tune this task</source>
        <translation>Diesen Task tunen</translation>
    </message>
    <message>
        <source>Searches for the selected task only; a task that is left out says why</source>
        <translation>Sucht nur für den gewählten Task; ein ausgelassener Task nennt den Grund</translation>
    </message>
    <message>
        <source>Open the kernel</source>
        <translation>Kernel öffnen</translation>
    </message>
    <message>
        <source>Opens the task&apos;s first group in a tab</source>
        <translation>Öffnet die erste Gruppe des Tasks in einem Tab</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>The task&apos;s best schedule into the project, named “tuned” and in use</source>
        <translation>Der beste Schedule des Tasks ins Projekt, mit Namen „tuned“ und in Verwendung</translation>
    </message>
    <message>
        <source>Apply all</source>
        <translation>Alle anwenden</translation>
    </message>
    <message>
        <source>The best schedule of every task into the project, in one step of undo</source>
        <translation>Der beste Schedule jedes Tasks ins Projekt, in einem einzigen Rückgängig-Schritt</translation>
    </message>
    <message>
        <source>Measured schedules</source>
        <translation>Gemessene Schedules</translation>
    </message>
    <message>
        <source>Take into the editor</source>
        <translation>In den Editor</translation>
    </message>
    <message>
        <source>The selected schedule, or else the fastest, as the kernel&apos;s script: one step of undo</source>
        <translation>Der gewählte Schedule, sonst der schnellste, als Skript des Kernels: ein Rückgängig-Schritt</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Tune on</source>
        <translation>Weiter tunen</translation>
    </message>
    <message>
        <source>Ends the measurement under way; the search goes on where it was</source>
        <translation>Beendet die laufende Messung; die Suche wird dort fortgesetzt</translation>
    </message>
    <message>
        <source>Searches on from the script in the editor; what is measured is not measured again</source>
        <translation>Sucht vom Skript im Editor weiter; was gemessen ist, wird nicht erneut gemessen</translation>
    </message>
    <message>
        <source>Starts the search</source>
        <translation>Startet die Suche</translation>
    </message>
    <message>
        <source>Rule out steps, or keep what the best schedule has</source>
        <translation>Schritte ausschließen oder behalten, was der beste Schedule hat</translation>
    </message>
    <message>
        <source>There is a choice to be narrowed while a search runs or is paused</source>
        <translation>Einzugrenzen gibt es etwas, solange eine Suche läuft oder pausiert</translation>
    </message>
    <message>
        <source>A schedule that failed is not taken: it has no time</source>
        <translation>Ein fehlgeschlagener Schedule wird nicht übernommen: er hat keine Zeit</translation>
    </message>
    <message>
        <source>Pause or stop the search first</source>
        <translation>Zuerst die Suche pausieren oder anhalten</translation>
    </message>
    <message>
        <source>It has no measured schedule yet</source>
        <translation>Er hat noch keinen gemessenen Schedule</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>der Start</translation>
    </message>
    <message>
        <source>%1 against the start</source>
        <translation>%1 gegen den Start</translation>
    </message>
    <message>
        <source>Loop nest</source>
        <translation>Schleifennest</translation>
    </message>
    <message>
        <source>select a trial first</source>
        <translation>zuerst einen Versuch auswählen</translation>
    </message>
    <message>
        <source>Pages of the search</source>
        <translation>Seiten der Suche</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneWhy</name>
    <message>
        <source>Steps of the schedule</source>
        <translation>Schritte des Schedules</translation>
    </message>
    <message>
        <source>Select a trial with a time first</source>
        <translation>Zuerst einen Versuch mit Zeit auswählen</translation>
    </message>
    <message>
        <source>Times the schedule and what is left of it without each step, in turns</source>
        <translation>Misst den Schedule und was ohne jeden Schritt davon bleibt, im Wechsel</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Messung anhalten</translation>
    </message>
    <message>
        <source>Measure without each step</source>
        <translation>Ohne jeden Schritt messen</translation>
    </message>
</context>
<context>
    <name>nw::views::VersionTimes</name>
    <message>
        <source>%1: %2</source>
        <comment>target, why nothing runs there</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Measuring %1, %2</source>
        <translation>Messung von %1, %2</translation>
    </message>
    <message>
        <source>%1 did not run: %2</source>
        <translation>%1 lief nicht: %2</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
</context>
<context>
    <name>nw::views::Weights</name>
    <message>
        <source>Constant %1</source>
        <translation>Konstante %1</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Its values are not in the file.</source>
        <translation>Ihre Werte stehen nicht in der Datei.</translation>
    </message>
    <message>
        <source>range</source>
        <translation>Wertebereich</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>mean, deviation</source>
        <translation>Mittel, Abweichung</translation>
    </message>
    <message>
        <source>histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>first values</source>
        <translation>erste Werte</translation>
    </message>
</context>
<context>
    <name>nw::views::WhatIf</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
    <message>
        <source>What if: %1</source>
        <translation>What-if: %1</translation>
    </message>
    <message>
        <source>At most this many operators in a group</source>
        <translation>Höchstens so viele Operatoren in einer Gruppe</translation>
    </message>
    <message>
        <source>Opt level of fusion</source>
        <translation>Opt-Level der Fusion</translation>
    </message>
    <message>
        <source>Pattern of this node</source>
        <translation>Muster dieses Knotens</translation>
    </message>
    <message>
        <source>Pattern of every operator like it</source>
        <translation>Muster aller gleichen Operatoren</translation>
    </message>
    <message>
        <source>Fence: nothing fuses out of this node</source>
        <translation>Sperre: aus diesem Knoten heraus wird nicht fusioniert</translation>
    </message>
    <message>
        <source>Fuse this edge whatever the rules say</source>
        <translation>Diese Kante fusionieren, gegen alle Regeln</translation>
    </message>
    <message>
        <source>Never fuse this edge</source>
        <translation>Diese Kante nie fusionieren</translation>
    </message>
    <message>
        <source>Leave this edge to the rules</source>
        <translation>Diese Kante den Regeln überlassen</translation>
    </message>
    <message>
        <source>Drop all of them</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>open a model first</source>
        <translation>zuerst ein Modell öffnen</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>What-if</translation>
    </message>
    <message>
        <source>only of the fused graph (Alt+3)</source>
        <translation>nur beim fusionierten Graphen (Alt+3)</translation>
    </message>
    <message>
        <source>what is selected is no operator</source>
        <translation>die Auswahl ist kein Operator</translation>
    </message>
    <message>
        <source>select an operator first</source>
        <translation>zuerst einen Operator auswählen</translation>
    </message>
    <message>
        <source>select an edge first</source>
        <translation>zuerst eine Kante auswählen</translation>
    </message>
    <message>
        <source>no what-if is in force</source>
        <translation>kein What-if ist in Kraft</translation>
    </message>
    <message>
        <source>Its own</source>
        <translation>Sein eigenes</translation>
    </message>
    <message>
        <source>Pattern of every %1</source>
        <translation>Muster aller %1</translation>
    </message>
    <message>
        <source>Try what would fuse it: %1</source>
        <translation>Versuchen, was ihn fusionieren würde: %1</translation>
    </message>
    <message>
        <source>256 (TVM&apos;s default)</source>
        <translation>256 (Vorgabe von TVM)</translation>
    </message>
    <message>
        <source>2 (TVM&apos;s default)</source>
        <translation>2 (Vorgabe von TVM)</translation>
    </message>
    <message>
        <source>What-ifs in force</source>
        <translation>What-ifs in Kraft</translation>
    </message>
    <message>
        <source>Drop: %1</source>
        <translation>Verwerfen: %1</translation>
    </message>
    <message>
        <source>no what-ifs</source>
        <translation>keine What-ifs</translation>
    </message>
</context>
<context>
    <name>nw::views::WindowWords</name>
    <message>
        <source>Give %1 a value in its box above the script</source>
        <translation>Geben Sie %1 in seinem Feld über dem Skript einen Wert</translation>
    </message>
    <message>
        <source>Give %1 a value: Inspector, Dynamic dimensions, with nothing selected</source>
        <translation>Geben Sie %1 einen Wert: Inspektor, Dynamische Dimensionen, ohne Auswahl</translation>
    </message>
    <message>
        <source>Line %1 is to be kept, and is no step of the schedule</source>
        <translation>Zeile %1 soll fest bleiben und ist kein Schritt des Schedules</translation>
    </message>
    <message>
        <source>Lines to be kept: %1</source>
        <translation>Feste Zeilen: %1</translation>
    </message>
    <message>
        <source>Allow it more time: Kernel menu, Time limit of a run</source>
        <translation>Mehr Zeit erlauben: Menü Kernel, Zeitgrenze eines Laufs</translation>
    </message>
    <message>
        <source>A greater limit: Graph menu, What if, At most this many operators in a group</source>
        <translation>Größere Grenze: Menü Graph, What-if, Höchstens so viele Operatoren in einer Gruppe</translation>
    </message>
    <message>
        <source>%1: %2 as %3, in the node&apos;s menu under What if</source>
        <translation>%1: %2 als %3, im Menü des Knotens unter What-if</translation>
    </message>
</context>
<context>
    <name>nw::views::Workbench</name>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>Group %1: %2</source>
        <translation>Gruppe %1: %2</translation>
    </message>
    <message>
        <source>Applying the steps to group %1</source>
        <translation>Schritte werden auf Gruppe %1 angewendet</translation>
    </message>
    <message>
        <source>The steps could not be applied to group %1, see Problems</source>
        <translation>Die Schritte ließen sich nicht auf Gruppe %1 anwenden, siehe Probleme</translation>
    </message>
    <message>
        <source>steps of %1</source>
        <translation>Schritte von %1</translation>
    </message>
    <message numerus="yes">
        <source>Applied %n step(s)</source>
        <translation>
            <numerusform>%n Schritt angewendet</numerusform>
            <numerusform>%n Schritte angewendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Applied %1 of %2 steps; why the others did not carry over stands in Problems, and they stand as comments</source>
        <translation>%1 von %2 Schritten angewendet; warum die anderen sich nicht übertragen ließen, steht unter Probleme, und sie stehen als Kommentare da</translation>
    </message>
</context>
<context>
    <name>nw::window::ActionState</name>
    <message>
        <source>&amp;Undo %1</source>
        <translation>%1 &amp;rückgängig machen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Run the network first: these groups have no times</source>
        <translation>Zuerst das Netz ausführen: diese Gruppen haben keine Zeiten</translation>
    </message>
    <message>
        <source>Stop &amp;measuring the branch</source>
        <translation>Zweig&amp;messung anhalten</translation>
    </message>
    <message>
        <source>&amp;Measure this branch</source>
        <translation>Diesen Zweig &amp;messen</translation>
    </message>
    <message>
        <source>While fusion is played the colours are those of the groups</source>
        <translation>Während die Fusion abgespielt wird, zeigen die Farben die Gruppen</translation>
    </message>
    <message>
        <source>Run is for the graph and for kernels; other tabs have buttons of their own</source>
        <translation>Ausführen gilt für Graph und Kernel; andere Tabs haben eigene Schaltflächen</translation>
    </message>
    <message>
        <source>This group has no loops to run</source>
        <translation>Diese Gruppe hat keine ausführbaren Schleifen</translation>
    </message>
    <message>
        <source>There is no network to run</source>
        <translation>Es gibt kein Netz zum Ausführen</translation>
    </message>
    <message>
        <source>A network is run group by group: show its fused graph first</source>
        <translation>Ein Netz wird Gruppe für Gruppe ausgeführt: zuerst den fusionierten Graphen zeigen</translation>
    </message>
    <message>
        <source>The groups are not known yet</source>
        <translation>Die Gruppen sind noch nicht bekannt</translation>
    </message>
    <message>
        <source>A network is run from its file: pasted text has none</source>
        <translation>Ein Netz wird aus seiner Datei ausgeführt: eingefügter Text hat keine</translation>
    </message>
    <message>
        <source>The node is in no fused group</source>
        <translation>Der Knoten ist in keiner fusionierten Gruppe</translation>
    </message>
    <message>
        <source>Run the kernel to know where the time of its code goes</source>
        <translation>Kernel ausführen, um zu sehen, wo die Zeit seines Codes bleibt</translation>
    </message>
    <message>
        <source>There is no network: open one first</source>
        <translation>Es gibt kein Netz: zuerst eines öffnen</translation>
    </message>
    <message>
        <source>Kernels are those of fused groups: show the fused graph first</source>
        <translation>Kernel gehören zu fusionierten Gruppen: zuerst den fusionierten Graphen zeigen</translation>
    </message>
    <message>
        <source>Select a node or a fused group first</source>
        <translation>Zuerst einen Knoten oder eine fusionierte Gruppe wählen</translation>
    </message>
    <message>
        <source>This is for kernels: show the tab of one first</source>
        <translation>Dies gilt für Kernel: zuerst den Tab eines Kernels zeigen</translation>
    </message>
</context>
<context>
    <name>nw::window::Actions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open a model, script or project</source>
        <translation>Ein Modell, Skript oder Projekt öffnen</translation>
    </message>
    <message>
        <source>Open the &amp;sample network</source>
        <translation>&amp;Beispielnetz öffnen</translation>
    </message>
    <message>
        <source>Open the small residual network that comes along</source>
        <translation>Das mitgelieferte kleine Residualnetz öffnen</translation>
    </message>
    <message>
        <source>Open from the &amp;clipboard</source>
        <translation>Aus der &amp;Zwischenablage öffnen</translation>
    </message>
    <message>
        <source>Open Relay text or a script that was copied</source>
        <translation>Kopierten Relay-Text oder ein kopiertes Skript öffnen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save the project: the model&apos;s choices and schedules</source>
        <translation>Das Projekt speichern: Entscheidungen und Schedules des Modells</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Save the project under another name</source>
        <translation>Das Projekt unter anderem Namen speichern</translation>
    </message>
    <message>
        <source>Export the &amp;picture…</source>
        <translation>B&amp;ild exportieren…</translation>
    </message>
    <message>
        <source>Export the &amp;visible part…</source>
        <translation>Si&amp;chtbaren Teil exportieren…</translation>
    </message>
    <message>
        <source>Export the se&amp;lection…</source>
        <translation>Aus&amp;wahl exportieren…</translation>
    </message>
    <message>
        <source>&amp;Copy the picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Put what is on screen of the graph into the clipboard</source>
        <translation>Den sichtbaren Teil des Graphen in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Export a &amp;report…</source>
        <translation>Be&amp;richt exportieren…</translation>
    </message>
    <message>
        <source>Write picture, groups and reasons as one HTML file</source>
        <translation>Bild, Gruppen und Gründe als eine HTML-Datei schreiben</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>&amp;Tab schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>Quit Nestwright</source>
        <translation>Nestwright beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>Die letzte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Redo what was undone</source>
        <translation>Rückgängig Gemachtes wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Find nodes by operator, name, shape or type; in a kernel, text of its script</source>
        <translation>Knoten nach Operator, Name, Shape oder Typ suchen; in einem Kernel Text seines Skripts</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>Go to the next match</source>
        <translation>Zum nächsten Treffer gehen</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>&amp;Voriger Treffer</translation>
    </message>
    <message>
        <source>Go to the match before</source>
        <translation>Zum vorigen Treffer gehen</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>&amp;Befehlspalette…</translation>
    </message>
    <message>
        <source>Search nodes, groups and commands</source>
        <translation>Knoten, Gruppen und Befehle suchen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Back to what was selected before</source>
        <translation>Zurück zur vorigen Auswahl</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>&amp;Vor</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>Wieder vor</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>&amp;Alles zeigen</translation>
    </message>
    <message>
        <source>Fit the whole graph in</source>
        <translation>Den ganzen Graphen einpassen</translation>
    </message>
    <message>
        <source>&amp;Open all scopes</source>
        <translation>Alle Sc&amp;opes öffnen</translation>
    </message>
    <message>
        <source>Open every name scope</source>
        <translation>Alle Namens-Scopes öffnen</translation>
    </message>
    <message>
        <source>C&amp;lose all scopes</source>
        <translation>Alle Scopes s&amp;chließen</translation>
    </message>
    <message>
        <source>Close every name scope</source>
        <translation>Alle Namens-Scopes schließen</translation>
    </message>
    <message>
        <source>Open scopes as at &amp;first</source>
        <translation>Scopes wie a&amp;nfangs öffnen</translation>
    </message>
    <message>
        <source>Open as many scopes as are easy to read</source>
        <translation>So viele Scopes öffnen, wie gut lesbar sind</translation>
    </message>
    <message>
        <source>&amp;Wrap long chains</source>
        <translation>&amp;Lange Ketten umbrechen</translation>
    </message>
    <message>
        <source>Put long chains in columns beside each other, or one below the other</source>
        <translation>Lange Ketten in Spalten nebeneinander oder untereinander anordnen</translation>
    </message>
    <message>
        <source>From left to ri&amp;ght</source>
        <translation>Von links nach re&amp;chts</translation>
    </message>
    <message>
        <source>Data flow to the right instead of downward</source>
        <translation>Daten fließen nach rechts statt nach unten</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>The graph as the file has it</source>
        <translation>Der Graph, wie er in der Datei steht</translation>
    </message>
    <message>
        <source>Optimized</source>
        <translation>Optimiert</translation>
    </message>
    <message>
        <source>The graph after all passes</source>
        <translation>Der Graph nach allen Pässen</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>Fusioniert</translation>
    </message>
    <message>
        <source>The optimized graph with its fused groups</source>
        <translation>Der optimierte Graph mit seinen fusionierten Gruppen</translation>
    </message>
    <message>
        <source>&amp;Edit the kernel</source>
        <translation>Kernel &amp;bearbeiten</translation>
    </message>
    <message>
        <source>Open the selected group&apos;s kernel</source>
        <translation>Den Kernel der gewählten Gruppe öffnen</translation>
    </message>
    <message>
        <source>E&amp;xport the kernel…</source>
        <translation>Kernel e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Write this kernel as code, as another tool&apos;s schedule or as a page</source>
        <translation>Diesen Kernel als Code, als Schedule eines anderen Werkzeugs oder als Seite schreiben</translation>
    </message>
    <message>
        <source>Pre&amp;view an export…</source>
        <translation>&amp;Export-Vorschau…</translation>
    </message>
    <message>
        <source>Read this kernel as code or as another tool&apos;s schedule, and copy it</source>
        <translation>Diesen Kernel als Code oder Schedule eines anderen Werkzeugs lesen und kopieren</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>Run this kernel, or on the graph the whole network: check it and measure its time</source>
        <translation>Diesen Kernel, im Graphen das ganze Netz ausführen: prüfen und Zeit messen</translation>
    </message>
    <message>
        <source>&amp;Measure this branch</source>
        <translation>Diesen Zweig &amp;messen</translation>
    </message>
    <message>
        <source>Measure every state from the first to this one that has no time yet, one after the other</source>
        <translation>Jeden Zustand vom ersten bis zu diesem, der noch keine Zeit hat, nacheinander messen</translation>
    </message>
    <message>
        <source>Measure &amp;on…</source>
        <translation>Messen a&amp;uf…</translation>
    </message>
    <message>
        <source>Measure this kernel on several targets, and compare them in a table</source>
        <translation>Diesen Kernel auf mehreren Targets messen und in einer Tabelle vergleichen</translation>
    </message>
    <message>
        <source>T&amp;une…</source>
        <translation>Tu&amp;nen…</translation>
    </message>
    <message>
        <source>Search for a fast schedule of this kernel: many are estimated, the best are measured</source>
        <translation>Einen schnellen Schedule dieses Kernels suchen: viele werden geschätzt, die besten gemessen</translation>
    </message>
    <message>
        <source>Tune the mo&amp;del…</source>
        <translation>Mo&amp;dell tunen…</translation>
    </message>
    <message>
        <source>Search for fast schedules of all tasks of the model, in turns</source>
        <translation>Schnelle Schedules aller Tasks des Modells suchen, reihum</translation>
    </message>
    <message>
        <source>Expla&amp;in the default schedule</source>
        <translation>Standard-Schedule e&amp;rklären</translation>
    </message>
    <message>
        <source>The default schedule of this kernel against yours: what each step gives, and both times</source>
        <translation>Der Standard-Schedule dieses Kernels gegen Ihren: was jeder Schritt bringt, und beide Zeiten</translation>
    </message>
    <message>
        <source>&amp;Time limit of a run…</source>
        <translation>Zeit&amp;grenze eines Laufs…</translation>
    </message>
    <message>
        <source>How long a kernel may take before it is stopped; a network has ten times as long</source>
        <translation>Wie lange ein Kernel laufen darf, bevor er angehalten wird; ein Netz darf zehnmal so lange</translation>
    </message>
    <message>
        <source>&amp;Choose the target…</source>
        <translation>Target &amp;wählen…</translation>
    </message>
    <message>
        <source>Choose what kernels are scheduled and checked for, and where they run</source>
        <translation>Wählen, wofür Kernel geplant und geprüft werden und wo sie laufen</translation>
    </message>
    <message>
        <source>Target from a &amp;file…</source>
        <translation>Target aus einer &amp;Datei…</translation>
    </message>
    <message>
        <source>Read the facts of a device from a JSON file: schedules are checked for it, nothing runs</source>
        <translation>Kenndaten eines Geräts aus einer JSON-Datei lesen: Schedules werden dafür geprüft, nichts läuft dort</translation>
    </message>
    <message>
        <source>&amp;Add a target…</source>
        <translation>Target &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Add an emulated device, another machine or a command to your targets</source>
        <translation>Ein emuliertes Gerät, einen anderen Rechner oder einen Befehl zu Ihren Targets hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Look for targets again</source>
        <translation>&amp;Erneut nach Targets suchen</translation>
    </message>
    <message>
        <source>Read manifests and your list of targets again</source>
        <translation>Manifeste und Ihre Liste der Targets erneut lesen</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Hell oder dunkel wie der Desktop</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>Helle Farben</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>Dunkle Farben</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>&amp;Bewegung reduzieren</translation>
    </message>
    <message>
        <source>Show changes at once instead of moving things</source>
        <translation>Änderungen sofort zeigen, statt Dinge zu bewegen</translation>
    </message>
    <message>
        <source>&amp;Reset the layout</source>
        <translation>Layout &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Put every panel back where it was at first</source>
        <translation>Alle Bereiche an ihren ursprünglichen Platz setzen</translation>
    </message>
    <message>
        <source>&amp;Fold the panels below</source>
        <translation>Untere Bereiche &amp;einklappen</translation>
    </message>
    <message>
        <source>Leave only the tabs of the panels below, or show the panels again</source>
        <translation>Nur die Tabs der unteren Bereiche zeigen oder die Bereiche wieder zeigen</translation>
    </message>
    <message>
        <source>Show only what is &amp;near</source>
        <translation>Nur &amp;Umgebung zeigen</translation>
    </message>
    <message>
        <source>Show the surroundings of what is selected, and nothing else</source>
        <translation>Nur die Umgebung der Auswahl zeigen</translation>
    </message>
    <message>
        <source>Show &amp;only what is selected</source>
        <translation>&amp;Nur die Auswahl zeigen</translation>
    </message>
    <message>
        <source>Show what is selected, and nothing else</source>
        <translation>Die Auswahl zeigen und nichts anderes</translation>
    </message>
    <message>
        <source>&amp;Hide what is selected</source>
        <translation>Auswahl &amp;ausblenden</translation>
    </message>
    <message>
        <source>Take what is selected off the canvas</source>
        <translation>Die Auswahl von der Zeichenfläche nehmen</translation>
    </message>
    <message>
        <source>Show e&amp;verything</source>
        <translation>Alles wieder &amp;zeigen</translation>
    </message>
    <message>
        <source>Show the whole graph again</source>
        <translation>Den ganzen Graphen wieder zeigen</translation>
    </message>
    <message>
        <source>&amp;Bookmark what is selected</source>
        <translation>&amp;Lesezeichen für die Auswahl</translation>
    </message>
    <message>
        <source>Remember the selected node, or forget it again</source>
        <translation>Den gewählten Knoten merken oder wieder vergessen</translation>
    </message>
    <message>
        <source>&amp;Step through fusion</source>
        <translation>Fusion schrittweise &amp;verfolgen</translation>
    </message>
    <message>
        <source>Follow the algorithm: dominators, then every merge</source>
        <translation>Dem Algorithmus folgen: Dominatoren, dann jede Zusammenlegung</translation>
    </message>
    <message>
        <source>Compare with another &amp;file…</source>
        <translation>Mit anderer &amp;Datei vergleichen…</translation>
    </message>
    <message>
        <source>Compare with the so&amp;urce</source>
        <translation>Mit der &amp;Quelle vergleichen</translation>
    </message>
    <message>
        <source>The graph as the file has it, beside the graph after all passes</source>
        <translation>Der Graph der Datei neben dem Graphen nach allen Pässen</translation>
    </message>
    <message>
        <source>Compare the &amp;groups before and after</source>
        <translation>&amp;Gruppen vorher und nachher vergleichen</translation>
    </message>
    <message>
        <source>What the last what-if did, side by side</source>
        <translation>Was das letzte What-if bewirkte, nebeneinander</translation>
    </message>
    <message>
        <source>Compare t&amp;wo fusion settings…</source>
        <translation>Zwei &amp;Fusionseinstellungen vergleichen…</translation>
    </message>
    <message>
        <source>The groups under two opt levels, depths or sets of what-ifs</source>
        <translation>Die Gruppen unter zwei Opt-Leveln, Tiefen oder Mengen von What-ifs</translation>
    </message>
    <message>
        <source>Compare two &amp;versions</source>
        <translation>Zwei &amp;Versionen vergleichen</translation>
    </message>
    <message>
        <source>Two states or schedules of this kernel side by side, with code and times</source>
        <translation>Zwei Zustände oder Schedules dieses Kernels nebeneinander, mit Code und Zeiten</translation>
    </message>
    <message>
        <source>Show the &amp;passes</source>
        <translation>&amp;Pässe zeigen</translation>
    </message>
    <message>
        <source>A slider over the graph as each pass left it</source>
        <translation>Ein Schieber über den Graphen, wie ihn jeder Pass hinterließ</translation>
    </message>
    <message>
        <source>P&amp;attern from the selection</source>
        <translation>&amp;Muster aus der Auswahl</translation>
    </message>
    <message>
        <source>Write a pattern of what is selected, and see where else it matches</source>
        <translation>Ein Muster der Auswahl schreiben und sehen, wo es sonst passt</translation>
    </message>
    <message>
        <source>Add the selection to the pattern</source>
        <translation>Auswahl zum Muster hinzufügen</translation>
    </message>
    <message>
        <source>The least general pattern that covers what is selected now as well</source>
        <translation>Das am wenigsten allgemeine Muster, das auch die jetzige Auswahl abdeckt</translation>
    </message>
    <message>
        <source>&amp;Numbers from a file…</source>
        <translation>Zah&amp;len aus einer Datei…</translation>
    </message>
    <message>
        <source>Colour by a JSON file of node names and numbers</source>
        <translation>Nach einer JSON-Datei aus Knotennamen und Zahlen einfärben</translation>
    </message>
    <message>
        <source>&amp;Nothing</source>
        <translation>&amp;Nichts</translation>
    </message>
    <message>
        <source>No colours but the groups&apos;</source>
        <translation>Nur die Farben der Gruppen</translation>
    </message>
    <message>
        <source>&amp;Operations</source>
        <translation>&amp;Operationen</translation>
    </message>
    <message>
        <source>Colour by arithmetic operations</source>
        <translation>Nach arithmetischen Operationen einfärben</translation>
    </message>
    <message>
        <source>&amp;Bytes</source>
        <translation>&amp;Bytes</translation>
    </message>
    <message>
        <source>Colour by the size of what is given</source>
        <translation>Nach der Größe der Ausgabe einfärben</translation>
    </message>
    <message>
        <source>Operations a &amp;byte</source>
        <translation>Operationen &amp;je Byte</translation>
    </message>
    <message>
        <source>Colour by arithmetic intensity</source>
        <translation>Nach arithmetischer Intensität einfärben</translation>
    </message>
    <message>
        <source>&amp;Data type</source>
        <translation>&amp;Datentyp</translation>
    </message>
    <message>
        <source>Colour by data type</source>
        <translation>Nach Datentyp einfärben</translation>
    </message>
    <message>
        <source>D&amp;ynamic shapes</source>
        <translation>D&amp;ynamische Shapes</translation>
    </message>
    <message>
        <source>Colour by whether the shape is fixed</source>
        <translation>Danach einfärben, ob die Shape fest ist</translation>
    </message>
    <message>
        <source>&amp;Group size</source>
        <translation>&amp;Gruppengröße</translation>
    </message>
    <message>
        <source>Colour by how many operators are in the group</source>
        <translation>Nach der Zahl der Operatoren in der Gruppe einfärben</translation>
    </message>
    <message>
        <source>&amp;Time on the target</source>
        <translation>&amp;Zeit auf dem Target</translation>
    </message>
    <message>
        <source>Colour by how long each group took when the network ran, or not</source>
        <translation>Danach einfärben, wie lange jede Gruppe im Lauf des Netzes brauchte, oder nicht</translation>
    </message>
    <message>
        <source>&amp;About Nestwright</source>
        <translation>Ü&amp;ber Nestwright</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>Version und Lizenzen</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>S&amp;top · %1</source>
        <translation>An&amp;halten · %1</translation>
    </message>
    <message>
        <source>Close this kernel&apos;s tab; where the graph is shown, the document</source>
        <translation>Den Tab dieses Kernels schließen; im Graphen das Dokument</translation>
    </message>
    <message>
        <source>&amp;New tab</source>
        <translation>&amp;Neuer Tab</translation>
    </message>
    <message>
        <source>Samples, lessons and recent files, in a tab of their own</source>
        <translation>Beispiele, Lektionen und zuletzt geöffnete Dateien, in einem eigenen Tab</translation>
    </message>
    <message>
        <source>Close the &amp;document</source>
        <translation>Do&amp;kument schließen</translation>
    </message>
    <message>
        <source>Close this document with all its tabs</source>
        <translation>Dieses Dokument mit allen seinen Tabs schließen</translation>
    </message>
    <message>
        <source>&amp;Next document</source>
        <translation>&amp;Nächstes Dokument</translation>
    </message>
    <message>
        <source>Go to the next document</source>
        <translation>Zum nächsten Dokument gehen</translation>
    </message>
    <message>
        <source>&amp;Previous document</source>
        <translation>&amp;Voriges Dokument</translation>
    </message>
    <message>
        <source>Go to the document before</source>
        <translation>Zum vorigen Dokument gehen</translation>
    </message>
    <message>
        <source>The system&apos;s language, from the next start</source>
        <translation>Die Sprache des Systems, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Texts in %1, from the next start</source>
        <translation>Texte auf %1, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Two models side by side, with what differs; of a kernel: is it the schedule in that file, which may be one that TVM printed?</source>
        <translation>Zwei Modelle nebeneinander, mit den Unterschieden; bei einem Kernel: ist er der Schedule jener Datei, die auch TVM ausgegeben haben kann?</translation>
    </message>
    <message>
        <source>&amp;Search the handbook…</source>
        <translation>Handbuch durch&amp;suchen…</translation>
    </message>
    <message>
        <source>Search pages, diagnostics and messages that TVM printed</source>
        <translation>Seiten, Diagnosen und Meldungen von TVM durchsuchen</translation>
    </message>
    <message>
        <source>Every diagnostic with what it means, and how it is mended</source>
        <translation>Jede Diagnose mit ihrer Bedeutung und ihrer Behebung</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>All keys of the menus, the graph and comparisons</source>
        <translation>Alle Tasten der Menüs, des Graphen und der Vergleiche</translation>
    </message>
    <message>
        <source>Colours, fonts, motion, assembly, targets and saving</source>
        <translation>Farben, Schriften, Bewegung, Assembler, Ziele und Speichern</translation>
    </message>
    <message>
        <source>D&amp;iagnostics</source>
        <translation>D&amp;iagnosen</translation>
    </message>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Assembly: &amp;next hot spot</source>
        <translation>Assembler: &amp;nächster Hotspot</translation>
    </message>
    <message>
        <source>To the hottest stretch of this kernel&apos;s code, then to the next; Alt+Down in the assembly</source>
        <translation>Zur heißesten Stelle im Code dieses Kernels, dann zur nächsten; Alt+Ab im Assembler</translation>
    </message>
    <message>
        <source>Assembly: &amp;previous hot spot</source>
        <translation>Assembler: &amp;voriger Hotspot</translation>
    </message>
    <message>
        <source>To the hottest stretch of this kernel&apos;s code, then to the one before; Alt+Up in the assembly</source>
        <translation>Zur heißesten Stelle im Code dieses Kernels, dann zur vorigen; Alt+Auf im Assembler</translation>
    </message>
    <message>
        <source>Stop what runs here; times that are known already are kept</source>
        <translation>Anhalten, was hier läuft; schon bekannte Zeiten bleiben</translation>
    </message>
    <message>
        <source>Write the whole graph as PNG, SVG, PDF, DOT or JSON</source>
        <translation>Den ganzen Graphen als PNG, SVG, PDF, DOT oder JSON schreiben</translation>
    </message>
    <message>
        <source>Write what is on screen of the graph as PNG, SVG, PDF, DOT or JSON</source>
        <translation>Den sichtbaren Teil des Graphen als PNG, SVG, PDF, DOT oder JSON schreiben</translation>
    </message>
    <message>
        <source>Write what is selected as PNG, SVG, PDF, DOT or JSON</source>
        <translation>Die Auswahl als PNG, SVG, PDF, DOT oder JSON schreiben</translation>
    </message>
</context>
<context>
    <name>nw::window::BrokenPage</name>
    <message>
        <source>The model that the project names: %1</source>
        <translation>Das Modell, das das Projekt nennt: %1</translation>
    </message>
    <message numerus="yes">
        <source>Schedules of %n kernel(s): %1</source>
        <translation>
            <numerusform>Schedule von %n Kernel: %1</numerusform>
            <numerusform>Schedules von %n Kerneln: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n named state(s): %1</source>
        <translation>
            <numerusform>%n benannter Zustand: %1</numerusform>
            <numerusform>%n benannte Zustände: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A history of %n state(s)</source>
        <translation>
            <numerusform>Ein Verlauf mit %n Zustand</numerusform>
            <numerusform>Ein Verlauf mit %n Zuständen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n of them measured</source>
        <translation>
            <numerusform>, davon %n gemessen</numerusform>
            <numerusform>, davon %n gemessen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing of it could be read.</source>
        <translation>Nichts davon konnte gelesen werden.</translation>
    </message>
    <message>
        <source>%1, no text</source>
        <translation>%1, kein Text</translation>
    </message>
    <message>
        <source>%1 of text</source>
        <translation>%1 Text</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>Only its beginning is shown.</source>
        <translation>Nur ihr Anfang wird gezeigt.</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>What could be read of the file</source>
        <translation>Was sich von der Datei lesen ließ</translation>
    </message>
    <message>
        <source>Once the file is mended, or what it needs is there</source>
        <translation>Sobald die Datei repariert ist oder vorhanden ist, was sie braucht</translation>
    </message>
    <message>
        <source>What could be read</source>
        <translation>Was sich lesen ließ</translation>
    </message>
    <message>
        <source>%1 cannot be shown</source>
        <translation>%1 lässt sich nicht anzeigen</translation>
    </message>
    <message>
        <source>The file could not be read.</source>
        <translation>Die Datei konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Reading what can be read</source>
        <translation>Lesbares wird gelesen</translation>
    </message>
    <message>
        <source>%1 is shown in part</source>
        <translation>%1 wird teilweise gezeigt</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Die Datei</translation>
    </message>
</context>
<context>
    <name>nw::window::Comparisons</name>
    <message>
        <source>Compare %1</source>
        <translation>%1 vergleichen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Models (*.onnx *.txt *.relay)</source>
        <translation>Modelle (*.onnx *.txt *.relay)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>%1 cannot be compared: it is not a model</source>
        <translation>%1 lässt sich nicht vergleichen: es ist kein Modell</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>Mit %1 vergleichen</translation>
    </message>
    <message>
        <source>Source and optimized</source>
        <translation>Quelle und optimiert</translation>
    </message>
    <message>
        <source>As the file has it</source>
        <translation>Wie in der Datei</translation>
    </message>
    <message>
        <source>After all passes</source>
        <translation>Nach allen Pässen</translation>
    </message>
    <message>
        <source>Before and after the what-if</source>
        <translation>Vor und nach dem What-if</translation>
    </message>
    <message>
        <source>Groups before</source>
        <translation>Gruppen vorher</translation>
    </message>
    <message>
        <source>Groups after</source>
        <translation>Gruppen nachher</translation>
    </message>
    <message>
        <source>Before and after the rules</source>
        <translation>Vor und nach den Regeln</translation>
    </message>
    <message>
        <source>Before the rules</source>
        <translation>Vor den Regeln</translation>
    </message>
    <message>
        <source>After the rules</source>
        <translation>Nach den Regeln</translation>
    </message>
    <message>
        <source>Fusing in two ways</source>
        <translation>Fusion auf zwei Arten</translation>
    </message>
    <message>
        <source>Two fusion settings</source>
        <translation>Zwei Fusionseinstellungen</translation>
    </message>
    <message>
        <source>Schedules (*.py *.ipynb)</source>
        <translation>Schedules (*.py *.ipynb)</translation>
    </message>
    <message>
        <source>%1 cannot be compared: it has no schedule</source>
        <translation>%1 lässt sich nicht vergleichen: es hat keinen Schedule</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>time, target</comment>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
</context>
<context>
    <name>nw::window::DefaultExplained</name>
    <message>
        <source>Explaining the default schedule</source>
        <translation>Standard-Schedule wird erklärt</translation>
    </message>
    <message>
        <source>; measured %1</source>
        <translation>; gemessen %1</translation>
    </message>
    <message>
        <source>the editor&apos;s schedule has it</source>
        <translation>der Schedule des Editors hat ihn</translation>
    </message>
    <message>
        <source>the default schedule has it</source>
        <translation>der Standard-Schedule hat ihn</translation>
    </message>
    <message>
        <source>By the estimate, without a schedule: %1%2.
The default schedule: %3%4.
The schedule in the editor: %5%6; %7 against the default.</source>
        <translation>Nach der Schätzung, ohne Schedule: %1%2.
Der Standard-Schedule: %3%4.
Der Schedule im Editor: %5%6; %7 gegen den Standard.</translation>
    </message>
    <message>
        <source>Measuring the default schedule and this one</source>
        <translation>Standard-Schedule und dieser werden gemessen</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>der Standard-Schedule</translation>
    </message>
    <message>
        <source>no schedule</source>
        <translation>kein Schedule</translation>
    </message>
    <message>
        <source>Default against %1</source>
        <translation>Standard gegen %1</translation>
    </message>
    <message>
        <source>The script in the editor does not have this step</source>
        <translation>Das Skript im Editor hat diesen Schritt nicht</translation>
    </message>
    <message>
        <source>The kernel&apos;s tab is closed: open the kernel and explain its default schedule again</source>
        <translation>Der Tab des Kernels ist geschlossen: den Kernel öffnen und seinen Standard-Schedule erneut erklären lassen</translation>
    </message>
    <message>
        <source>The script was edited: the buttons are enabled again once its schedules are explained</source>
        <translation>Das Skript wurde bearbeitet: die Schaltflächen sind wieder aktiv, sobald seine Schedules erklärt sind</translation>
    </message>
    <message>
        <source>The schedules are being explained: the buttons are enabled when that is done</source>
        <translation>Die Schedules werden erklärt: danach sind die Schaltflächen aktiv</translation>
    </message>
    <message>
        <source>The script in the editor has an error: the buttons are enabled when it is corrected</source>
        <translation>Das Skript im Editor hat einen Fehler: ist er behoben, sind die Schaltflächen aktiv</translation>
    </message>
</context>
<context>
    <name>nw::window::Docks</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Log and jobs</source>
        <translation>Protokoll und Aufträge</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Targets</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>Fusion</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>nw::window::DocumentNotices</name>
    <message numerus="yes">
        <source>%1 was saved with other text after %n change(s) of an earlier run that were not saved. The last was: %2.</source>
        <translation>
            <numerusform>%1 wurde nach %n ungespeicherten Änderung eines früheren Laufs mit anderem Text gespeichert. Die letzte war: %2.</numerusform>
            <numerusform>%1 wurde nach %n ungespeicherten Änderungen eines früheren Laufs mit anderem Text gespeichert. Die letzte war: %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore them over the new file</source>
        <translation>Über der neuen Datei wiederherstellen</translation>
    </message>
    <message>
        <source>The window shows the text of the earlier run, the file stays until it is saved; undo shows the file</source>
        <translation>Das Fenster zeigt den Text des früheren Laufs, die Datei bleibt bis zum Speichern; Rückgängig zeigt die Datei</translation>
    </message>
    <message>
        <source>Keep the new file</source>
        <translation>Neue Datei behalten</translation>
    </message>
    <message>
        <source>The changes of the earlier run are thrown away</source>
        <translation>Die Änderungen des früheren Laufs werden verworfen</translation>
    </message>
    <message>
        <source>Restore them</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of an earlier run were not saved. The last was: %1.</source>
        <translation>
            <numerusform>%n Änderung eines früheren Laufs wurde nicht gespeichert. Die letzte war: %1.</numerusform>
            <numerusform>%n Änderungen eines früheren Laufs wurden nicht gespeichert. Die letzte war: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>The whole history and the measured times come back; undo takes back step by step</source>
        <translation>Der ganze Verlauf und die gemessenen Zeiten kommen zurück; Rückgängig geht Schritt für Schritt zurück</translation>
    </message>
    <message>
        <source>another window of this program</source>
        <translation>einem anderen Fenster dieses Programms</translation>
    </message>
    <message>
        <source>a window of process %1 on %2</source>
        <translation>einem Fenster von Prozess %1 auf %2</translation>
    </message>
    <message>
        <source>%1 is also open in %2. Changes made there are not shown here, and each window keeps its own.</source>
        <translation>%1 ist auch in %2 geöffnet. Änderungen von dort erscheinen hier nicht, jedes Fenster behält seine eigenen.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>Verstanden</translation>
    </message>
    <message>
        <source>Who saves last is asked before the other&apos;s work is written over</source>
        <translation>Wer zuletzt speichert, wird gefragt, bevor die Arbeit des anderen überschrieben wird</translation>
    </message>
    <message>
        <source>Changes are not kept for the case of a crash: %1.</source>
        <translation>Änderungen werden nicht für den Fall eines Absturzes gesichert: %1.</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>Woanders speichern…</translation>
    </message>
    <message>
        <source>Choose another name or folder</source>
        <translation>Anderen Namen oder Ordner wählen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>The next change is tried again</source>
        <translation>Bei der nächsten Änderung wird es erneut versucht</translation>
    </message>
    <message>
        <source>%1 names a model outside of its folder, which was not read: %2</source>
        <translation>%1 nennt ein Modell außerhalb seines Ordners, das nicht gelesen wurde: %2</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Remembered for this project and this file</source>
        <translation>Wird für dieses Projekt und diese Datei gemerkt</translation>
    </message>
    <message>
        <source>Do not read it</source>
        <translation>Nicht lesen</translation>
    </message>
    <message>
        <source>A project from somebody else could name any file of yours</source>
        <translation>Ein fremdes Projekt könnte jede Ihrer Dateien nennen</translation>
    </message>
    <message>
        <source>%1 is as it was before the program ended</source>
        <translation>%1 ist, wie es vor dem Ende des Programms war</translation>
    </message>
    <message>
        <source>Reading the changes of an earlier run</source>
        <translation>Die Änderungen eines früheren Laufs werden gelesen</translation>
    </message>
</context>
<context>
    <name>nw::window::DocumentTabBar</name>
    <message>
        <source>Open documents</source>
        <translation>Offene Dokumente</translation>
    </message>
</context>
<context>
    <name>nw::window::DocumentsWindow</name>
    <message>
        <source>Document: %1</source>
        <translation>Dokument: %1</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
</context>
<context>
    <name>nw::window::EffectTexts</name>
    <message>
        <source>%1 from %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>all in L1</source>
        <translation>alles in L1</translation>
    </message>
    <message>
        <source>%1 (arithmetic %2 with %3 elements an operation, traffic %4: %5)</source>
        <translation>%1 (Arithmetik %2 mit %3 Elementen je Operation, Verkehr %4: %5)</translation>
    </message>
    <message>
        <source>%1: %2 against %3. %4.</source>
        <comment>message, times, whose fault it is</comment>
        <translation>%1: %2 gegenüber %3. %4.</translation>
    </message>
</context>
<context>
    <name>nw::window::Explanations</name>
    <message>
        <source>There is no page about %1.</source>
        <translation>Es gibt keine Seite über %1.</translation>
    </message>
    <message>
        <source>ONNX&apos;s library has no documentation of `%1` in `%2`.</source>
        <translation>Die Bibliothek von ONNX hat keine Dokumentation von `%1` in `%2`.</translation>
    </message>
    <message>
        <source>`%1`, as opset %2 has it</source>
        <translation>`%1`, wie in Opset %2</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
</context>
<context>
    <name>nw::window::ExportPreview</name>
    <message>
        <source>TE script (*.py)</source>
        <translation>TE-Skript (*.py)</translation>
    </message>
    <message>
        <source>C program with a main (*.c)</source>
        <translation>C-Programm mit main (*.c)</translation>
    </message>
    <message>
        <source>Halide C++ (*.cpp)</source>
        <translation>Halide C++ (*.cpp)</translation>
    </message>
    <message>
        <source>TVM tir.Schedule (*.tir.py)</source>
        <translation>TVM tir.Schedule (*.tir.py)</translation>
    </message>
    <message>
        <source>Tuning record (*.json)</source>
        <translation>Tuning-Aufzeichnung (*.json)</translation>
    </message>
    <message>
        <source>One HTML file (*.html)</source>
        <translation>Eine HTML-Datei (*.html)</translation>
    </message>
    <message>
        <source>Object and header (*.o)</source>
        <translation>Objekt und Header (*.o)</translation>
    </message>
    <message>
        <source>LLVM IR (*.ll)</source>
        <translation>LLVM IR (*.ll)</translation>
    </message>
    <message>
        <source>Assembly (*.s)</source>
        <translation>Assembler (*.s)</translation>
    </message>
    <message>
        <source>%1 in other forms</source>
        <translation>%1 in anderen Formen</translation>
    </message>
    <message>
        <source>Forms of the export</source>
        <translation>Formen des Exports</translation>
    </message>
    <message>
        <source>The export as text</source>
        <translation>Der Export als Text</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the export</source>
        <translation>Export kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save the export</source>
        <translation>Export speichern</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>nw::window::Exports</name>
    <message>
        <source>Export the graph</source>
        <translation>Graphen exportieren</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>Graphviz (*.dot)</source>
        <translation>Graphviz (*.dot)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Width in pixels</source>
        <translation>Breite in Pixeln</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>Painting the picture</source>
        <translation>Bild wird gezeichnet</translation>
    </message>
    <message>
        <source>The visible part of the graph is in the clipboard as a picture</source>
        <translation>Der sichtbare Teil des Graphen liegt als Bild in der Zwischenablage</translation>
    </message>
    <message>
        <source>Export a report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>Not exported: %1.</source>
        <translation>Nicht exportiert: %1.</translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>Verstanden</translation>
    </message>
    <message>
        <source>Export the kernel</source>
        <translation>Kernel exportieren</translation>
    </message>
    <message>
        <source>Nothing is exported: what is selected is not in the picture</source>
        <translation>Nichts wird exportiert: das Ausgewählte ist nicht im Bild</translation>
    </message>
    <message>
        <source>Nothing is exported: no part of the graph is visible</source>
        <translation>Nichts wird exportiert: kein Teil des Graphen ist sichtbar</translation>
    </message>
</context>
<context>
    <name>nw::window::FileSession</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Models, scripts and projects (*.onnx *.txt *.relay *.py *.ipynb *.nest)</source>
        <translation>Modelle, Skripte und Projekte (*.onnx *.txt *.relay *.py *.ipynb *.nest)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The sample cannot be written to %1</source>
        <translation>Das Beispiel lässt sich nicht nach %1 schreiben</translation>
    </message>
    <message>
        <source>There is no text to open</source>
        <translation>Es gibt keinen Text zum Öffnen</translation>
    </message>
    <message>
        <source>Save the script</source>
        <translation>Skript speichern</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>Projekt speichern</translation>
    </message>
    <message>
        <source>TE scripts (*.py)</source>
        <translation>TE-Skripte (*.py)</translation>
    </message>
    <message>
        <source>Projects (*.nest)</source>
        <translation>Projekte (*.nest)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Not saved: %1. Until then, changes are kept for the case of a crash.</source>
        <translation>Nicht gespeichert: %1. Bis dahin werden Änderungen für den Fall eines Absturzes gesichert.</translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation>Nicht gespeichert: %1.</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>Woanders speichern…</translation>
    </message>
    <message>
        <source>Choose another name or folder</source>
        <translation>Anderen Namen oder Ordner wählen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Once there is room, or the folder is writable</source>
        <translation>Sobald Platz ist oder der Ordner beschreibbar</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Nothing is written now</source>
        <translation>Jetzt wird nichts geschrieben</translation>
    </message>
    <message>
        <source>Not saved: %1 was saved by another window or program meanwhile.</source>
        <translation>Nicht gespeichert: %1 wurde inzwischen von einem anderen Fenster oder Programm gespeichert.</translation>
    </message>
    <message>
        <source>Both are kept</source>
        <translation>Beide bleiben erhalten</translation>
    </message>
    <message>
        <source>Save over it</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>What the other has saved is lost</source>
        <translation>Was das andere gespeichert hat, geht verloren</translation>
    </message>
    <message>
        <source>Nestwright</source>
        <translation>Nestwright</translation>
    </message>
    <message numerus="yes">
        <source>Save the pattern table(s) %1?</source>
        <translation>
            <numerusform>Mustertabelle %1 speichern?</numerusform>
            <numerusform>Mustertabellen %1 speichern?</numerusform>
        </translation>
    </message>
    <message>
        <source>Save what you changed in %1?</source>
        <translation>Ihre Änderungen in %1 speichern?</translation>
    </message>
</context>
<context>
    <name>nw::window::Fold</name>
    <message>
        <source>Panels</source>
        <translation>Bereiche</translation>
    </message>
</context>
<context>
    <name>nw::window::FusionDialog</name>
    <message>
        <source>Compare two fusion settings</source>
        <translation>Zwei Fusionseinstellungen vergleichen</translation>
    </message>
    <message>
        <source>Opt level of fusion</source>
        <translation>Opt-Level der Fusion</translation>
    </message>
    <message>
        <source>At most this many operators in a group</source>
        <translation>Höchstens so viele Operatoren in einer Gruppe</translation>
    </message>
    <message>
        <source>What-ifs in force</source>
        <translation>What-ifs in Kraft</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Opt level, %1</source>
        <translation>Opt-Level, %1</translation>
    </message>
    <message>
        <source>Most operators, %1</source>
        <translation>Meiste Operatoren, %1</translation>
    </message>
    <message numerus="yes">
        <source>%n of them</source>
        <translation>
            <numerusform>%n davon</numerusform>
            <numerusform>%n davon</numerusform>
        </translation>
    </message>
    <message>
        <source>What-ifs, %1</source>
        <translation>What-ifs, %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Opt level %1, at most %2 operators</source>
        <translation>Opt-Level %1, höchstens %2 Operatoren</translation>
    </message>
    <message numerus="yes">
        <source>, %n what-if(s)</source>
        <translation>
            <numerusform>, %n What-if</numerusform>
            <numerusform>, %n What-ifs</numerusform>
        </translation>
    </message>
    <message>
        <source>Both settings are the same: change one of them.</source>
        <translation>Beide Einstellungen sind gleich: ändern Sie eine davon.</translation>
    </message>
    <message>
        <source>TVM&apos;s defaults are opt level 2 and at most 256 operators.</source>
        <translation>Die Vorgaben von TVM sind Opt-Level 2 und höchstens 256 Operatoren.</translation>
    </message>
</context>
<context>
    <name>nw::window::Grab</name>
    <message>
        <source>%1 cannot be painted</source>
        <translation>%1 lässt sich nicht zeichnen</translation>
    </message>
</context>
<context>
    <name>nw::window::GraphActions</name>
    <message>
        <source>Numbers of nodes</source>
        <translation>Zahlen der Knoten</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 lässt sich nicht lesen</translation>
    </message>
</context>
<context>
    <name>nw::window::Handbook</name>
    <message>
        <source>The TE &amp;script</source>
        <translation>Das TE-&amp;Skript</translation>
    </message>
    <message>
        <source>The language of kernels: statements, functions, primitives</source>
        <translation>Die Sprache der Kernel: Anweisungen, Funktionen, Primitive</translation>
    </message>
    <message>
        <source>&amp;TVMScript</source>
        <translation>&amp;TVMScript</translation>
    </message>
    <message>
        <source>Schedules that TVM prints: what is read, checked and compared</source>
        <translation>Schedules, die TVM ausgibt: was gelesen, geprüft und verglichen wird</translation>
    </message>
    <message>
        <source>&amp;Pattern tables</source>
        <translation>&amp;Mustertabellen</translation>
    </message>
    <message>
        <source>Composites, offloading, rules and operators of one&apos;s own</source>
        <translation>Composites, Offloading, Regeln und eigene Operatoren</translation>
    </message>
    <message>
        <source>T&amp;uning</source>
        <translation>T&amp;uning</translation>
    </message>
    <message>
        <source>Searches for fast schedules: what is tried, records, taking and applying</source>
        <translation>Suche nach schnellen Schedules: was versucht wird, Aufzeichnungen, Übernehmen und Anwenden</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <source>Terms of tensor compilers in a sentence or two</source>
        <translation>Begriffe von Tensor-Compilern in ein, zwei Sätzen</translation>
    </message>
    <message>
        <source>A&amp;rchitecture</source>
        <translation>&amp;Architektur</translation>
    </message>
    <message>
        <source>The modules of the sources, and walks through them</source>
        <translation>Die Module der Quellen und Rundgänge durch sie</translation>
    </message>
    <message>
        <source>A&amp;dding things</source>
        <translation>&amp;Erweitern</translation>
    </message>
    <message>
        <source>Recipes: a primitive, an operator, a pass, a view, …</source>
        <translation>Anleitungen: ein Primitiv, ein Operator, ein Pass, eine Ansicht, …</translation>
    </message>
    <message>
        <source>Handbook</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>&amp;Messages of TVM</source>
        <translation>&amp;Meldungen von TVM</translation>
    </message>
    <message>
        <source>What TVM prints when a schedule is wrong, and what it means</source>
        <translation>Was TVM bei einem falschen Schedule ausgibt, und was es bedeutet</translation>
    </message>
    <message>
        <source>Search, or paste a message of TVM</source>
        <translation>Suchen, oder Meldung von TVM einfügen</translation>
    </message>
    <message>
        <source>Search the handbook</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnosen</translation>
    </message>
    <message>
        <source>Every diagnostic with what it means, and how it is mended</source>
        <translation>Jede Diagnose mit ihrer Bedeutung und ihrer Behebung</translation>
    </message>
    <message>
        <source>Nothing is found</source>
        <translation>Nichts gefunden</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelActions</name>
    <message>
        <source>Time limit of a run</source>
        <translation>Zeitgrenze eines Laufs</translation>
    </message>
    <message>
        <source>A kernel is stopped after so many seconds, compiling included. A network has ten times as long.</source>
        <translation>Ein Kernel wird nach so vielen Sekunden angehalten, Kompilieren eingeschlossen. Ein Netz darf zehnmal so lange.</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelCommands</name>
    <message>
        <source>Show: %1</source>
        <translation>Zeigen: %1</translation>
    </message>
    <message>
        <source>Script: unfold the computation</source>
        <translation>Skript: Berechnung ausklappen</translation>
    </message>
    <message>
        <source>Script: fold the computation</source>
        <translation>Skript: Berechnung einklappen</translation>
    </message>
    <message>
        <source>Script: do not wrap long lines</source>
        <translation>Skript: lange Zeilen nicht umbrechen</translation>
    </message>
    <message>
        <source>Script: wrap long lines</source>
        <translation>Skript: lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Kernel: new schedule from this one</source>
        <translation>Kernel: neuer Schedule aus diesem</translation>
    </message>
    <message>
        <source>Kernel: new schedule from plain loops</source>
        <translation>Kernel: neuer Schedule aus einfachen Schleifen</translation>
    </message>
    <message>
        <source>Kernel: choose the default schedule</source>
        <translation>Kernel: Standard-Schedule wählen</translation>
    </message>
    <message>
        <source>Kernel: choose the schedule “%1”</source>
        <translation>Kernel: Schedule „%1“ wählen</translation>
    </message>
    <message>
        <source>Kernel: rename the schedule “%1”…</source>
        <translation>Kernel: Schedule „%1“ umbenennen…</translation>
    </message>
    <message>
        <source>Kernel: remove the schedule “%1”</source>
        <translation>Kernel: Schedule „%1“ entfernen</translation>
    </message>
    <message>
        <source>Kernel: apply these steps to another kernel…</source>
        <translation>Kernel: diese Schritte auf einen anderen Kernel anwenden…</translation>
    </message>
    <message>
        <source>Kernel: split %1 by a factor of choice</source>
        <translation>Kernel: %1 mit eigenem Faktor teilen</translation>
    </message>
    <message>
        <source>Kernel: %1</source>
        <translation>Kernel: %1</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelHistory</name>
    <message>
        <source>%1 has changed</source>
        <translation>%1 wurde geändert</translation>
    </message>
    <message>
        <source>Another kernel has changed, whose tab is closed: %1</source>
        <translation>Ein anderer Kernel wurde geändert, dessen Tab geschlossen ist: %1</translation>
    </message>
    <message>
        <source>Open a kernel first: its loop nest is what is compared</source>
        <translation>Zuerst einen Kernel öffnen: verglichen wird sein Schleifennest</translation>
    </message>
    <message>
        <source>Open %1 first: its loop nest is what differs between them</source>
        <translation>Zuerst %1 öffnen: sein Schleifennest unterscheidet sich zwischen beiden</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelTabs</name>
    <message>
        <source>Graph and kernels</source>
        <translation>Graph und Kernel</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>%1 makes %2 kernels: open one</source>
        <translation>%1 ergibt %2 Kernel: öffnen Sie einen</translation>
    </message>
</context>
<context>
    <name>nw::window::KeyboardPage</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>Was sie tun</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Menu %1</source>
        <translation>Menü %1</translation>
    </message>
    <message>
        <source>On the graph</source>
        <translation>Auf dem Graphen</translation>
    </message>
    <message>
        <source>To a producer, to a consumer</source>
        <translation>Zu einem Erzeuger, zu einem Verbraucher</translation>
    </message>
    <message>
        <source>To the siblings beside it</source>
        <translation>Zu den Geschwistern daneben</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>Die Ansicht verschieben</translation>
    </message>
    <message>
        <source>Closer, farther: scopes open and close</source>
        <translation>Näher, weiter: Scopes öffnen und schließen sich</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Open or close a scope; open the kernel of a group</source>
        <translation>Einen Scope öffnen oder schließen; den Kernel einer Gruppe öffnen</translation>
    </message>
    <message>
        <source>Back to what was selected before</source>
        <translation>Zurück zur vorigen Auswahl</translation>
    </message>
    <message>
        <source>In a comparison</source>
        <translation>In einem Vergleich</translation>
    </message>
    <message>
        <source>To the next difference</source>
        <translation>Zum nächsten Unterschied</translation>
    </message>
    <message>
        <source>To the difference before</source>
        <translation>Zum vorigen Unterschied</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>To the next control</source>
        <translation>Zum nächsten Bedienelement</translation>
    </message>
    <message>
        <source>To the control before</source>
        <translation>Zum vorigen Bedienelement</translation>
    </message>
    <message>
        <source>To the menus</source>
        <translation>Zu den Menüs</translation>
    </message>
    <message>
        <source>In the assembly</source>
        <translation>Im Assembler</translation>
    </message>
    <message>
        <source>To the next hot spot</source>
        <translation>Zum nächsten Hotspot</translation>
    </message>
    <message>
        <source>To the hot spot before</source>
        <translation>Zum vorigen Hotspot</translation>
    </message>
    <message>
        <source>To the next, to the previous edge of what is selected, and why it is not fused</source>
        <translation>Zur nächsten, zur vorigen Kante der Auswahl, und warum sie nicht fusioniert ist</translation>
    </message>
</context>
<context>
    <name>nw::window::LessonBar</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>Lektion verlassen</translation>
    </message>
    <message>
        <source>The lesson&apos;s files cannot be written</source>
        <translation>Die Dateien der Lektion lassen sich nicht schreiben</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>%1 (step %2 of %3)</source>
        <translation>%1 (Schritt %2 von %3)</translation>
    </message>
    <message>
        <source>✓ done</source>
        <translation>✓ erledigt</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Back to %1, which waits as it was</source>
        <translation>Zurück zu %1, das unverändert wartet</translation>
    </message>
</context>
<context>
    <name>nw::window::Lessons</name>
    <message>
        <source>A schedule that inlines what it has just tiled</source>
        <translation>Ein Schedule, der inlinet, was er gerade gekachelt hat</translation>
    </message>
    <message>
        <source>My operator compiles alone. With an addition fused behind it, lowering fails. Why?</source>
        <translation>Mein Operator kompiliert allein. Mit einer dahinter fusionierten Addition schlägt das Lowering fehl. Warum?</translation>
    </message>
    <message>
        <source>The stage unpack is split, reordered and vectorized, and then inlined into out. An inlined stage has no loops, so all that was said of them is lost: Problems names the line and the reasons.</source>
        <translation>Die Stage unpack wird geteilt, umgeordnet und vektorisiert und dann in out inlinet. Eine Inline-Stage hat keine Schleifen, alle Annotationen an ihnen gehen verloren: Probleme nennt die Zeile und die Gründe.</translation>
    </message>
    <message>
        <source>Mend it: press the first fix under Problems, or change the lines yourself. The loops belong to the last stage, which is out: the fix gives them to it.</source>
        <translation>Beheben Sie es: drücken Sie die erste Korrektur unter Probleme oder ändern Sie die Zeilen selbst. Die Schleifen gehören der letzten Stage, also out: die Korrektur gibt sie ihr.</translation>
    </message>
    <message>
        <source>Run it (Run, at the top right, or F5). The badge says whether the numbers are those of the computation.</source>
        <translation>Führen Sie es aus (Ausführen, oben rechts, oder F5). Die Marke sagt, ob die Zahlen die der Berechnung sind.</translation>
    </message>
    <message>
        <source>Which operators become tasks, and why shape_of is one</source>
        <translation>Welche Operatoren Tasks werden und warum shape_of einer ist</translation>
    </message>
    <message>
        <source>My model has dynamic shapes. Which of its operators are tuned together, and which alone?</source>
        <translation>Mein Modell hat dynamische Shapes. Welche seiner Operatoren werden gemeinsam getunt, welche allein?</translation>
    </message>
    <message>
        <source>Every outlined group is one task, and one kernel. Sizes that the file leaves open have a name, as rois_0 has. Click an edge inside a group: the inspector says by which rule it is fused.</source>
        <translation>Jede umrandete Gruppe ist ein Task und ein Kernel. Größen, die die Datei offen lässt, haben einen Namen wie rois_0. Klicken Sie auf eine Kante in einer Gruppe: der Inspektor nennt die Regel, nach der sie fusioniert ist.</translation>
    </message>
    <message>
        <source>Click the edge from shape_of to take: the inspector says which rule keeps them apart, and which one change would join them.</source>
        <translation>Klicken Sie auf die Kante von shape_of nach take: der Inspektor nennt die Regel, die sie trennt, und die eine Änderung, die sie verbände.</translation>
    </message>
    <message>
        <source>Try such a change: give shape_of another pattern (context menu of the node). The difference is shown, and Ctrl+Z takes it back.</source>
        <translation>Versuchen Sie eine solche Änderung: geben Sie shape_of ein anderes Muster (Kontextmenü des Knotens). Der Unterschied wird gezeigt, Strg+Z nimmt ihn zurück.</translation>
    </message>
    <message>
        <source>A pattern of one&apos;s own over the fusion groups</source>
        <translation>Ein eigenes Muster über den Fusionsgruppen</translation>
    </message>
    <message>
        <source>I want a sequence of operators as one unit, and FuseOps cuts it. Where, and why?</source>
        <translation>Ich möchte eine Folge von Operatoren als Einheit, und FuseOps trennt sie. Wo und warum?</translation>
    </message>
    <message>
        <source>Open Patterns (Window menu) and write:  my.norm: is_op(&quot;divide&quot;)(wildcard(), wildcard())  — every match is outlined and listed, whatever the groups are. Ctrl+0 shows the whole graph.</source>
        <translation>Öffnen Sie Muster (Menü Fenster) und schreiben Sie:  my.norm: is_op(&quot;divide&quot;)(wildcard(), wildcard())  — jeder Treffer wird umrandet und gelistet, unabhängig von den Gruppen. Strg+0 zeigt den ganzen Graphen.</translation>
    </message>
    <message>
        <source>Click the edge between relu and sum: the inspector says which rule cuts there.</source>
        <translation>Klicken Sie auf die Kante zwischen relu und sum: der Inspektor nennt die Regel, die dort trennt.</translation>
    </message>
    <message>
        <source>Try what would join them: a what-if from the edge&apos;s menu. In the project file it is kept.</source>
        <translation>Versuchen Sie, was sie verbände: ein What-if aus dem Menü der Kante. Es bleibt in der Projektdatei.</translation>
    </message>
    <message>
        <source>A whole block as one operator of one&apos;s own</source>
        <translation>Ein ganzer Block als ein eigener Operator</translation>
    </message>
    <message>
        <source>I want an inception block as one operator with my own schedule. FuseOps never makes it one kernel, and registering an operator breaks the passes. How?</source>
        <translation>Ich möchte einen Inception-Block als einen Operator mit eigenem Schedule. FuseOps macht nie einen Kernel daraus, und das Registrieren eines Operators bricht die Pässe. Wie geht es?</translation>
    </message>
    <message>
        <source>Each outlined group is a kernel: two convolutions are never in one, and nothing joins the four branches. The table under Patterns declares an operator, my.inception, that a TE script computes, and its last line puts it in the place of the block.</source>
        <translation>Jede umrandete Gruppe ist ein Kernel: zwei Faltungen sind nie in einem, und nichts verbindet die vier Zweige. Die Tabelle unter Muster deklariert einen Operator my.inception, den ein TE-Skript berechnet, und ihre letzte Zeile setzt ihn an die Stelle des Blocks.</translation>
    </message>
    <message>
        <source>my.block, the line before, takes nothing. Open it under Matches: the reason says which node is in the way. Press the fix beside it.</source>
        <translation>my.block, die Zeile davor, nimmt nichts. Öffnen Sie sie unter Treffer: der Grund nennt den Knoten im Weg. Drücken Sie die Korrektur daneben.</translation>
    </message>
    <message>
        <source>Now the rule finds its pattern: under Rewriting, press Apply to the model. The block is one node of the graph, and one group.</source>
        <translation>Nun findet die Regel ihr Muster: drücken Sie unter Umschreiben „Auf das Modell anwenden“. Der Block ist ein Knoten des Graphen und eine Gruppe.</translation>
    </message>
    <message>
        <source>Double-click my.inception: the kernel has the stages of all four branches, placed with compute_at by hand. Run it (Run, at the top right, or F5): the badge says whether the numbers are right.</source>
        <translation>Doppelklicken Sie my.inception: der Kernel hat die Stages aller vier Zweige, von Hand mit compute_at platziert. Führen Sie ihn aus (Ausführen, oben rechts, oder F5): die Marke sagt, ob die Zahlen stimmen.</translation>
    </message>
    <message>
        <source>Back on the Graph tab, run the network: its results are compared with those of the operators that were replaced. File ▸ Export, or `emit --as tvm-op`, takes the operator to TVM.</source>
        <translation>Zurück auf dem Tab Graph führen Sie das Netz aus: die Ergebnisse werden mit denen der ersetzten Operatoren verglichen. Datei ▸ Exportieren oder `emit --as tvm-op` bringt den Operator zu TVM.</translation>
    </message>
    <message>
        <source>&quot;Cannot match copy pattern&quot;</source>
        <translation>&quot;Cannot match copy pattern&quot;</translation>
    </message>
    <message>
        <source>A convolution runs on my accelerator. With a relu behind it, lowering fails. Why?</source>
        <translation>Eine Faltung läuft auf meinem Beschleuniger. Mit einem relu dahinter schlägt das Lowering fehl. Warum?</translation>
    </message>
    <message>
        <source>The last stage&apos;s loops are marked dma_copy: an engine moves their elements and computes nothing. Fusion has made relu the last stage, and relu computes a maximum. Problems names the line.</source>
        <translation>Die Schleifen der letzten Stage sind mit dma_copy markiert: eine Engine bewegt ihre Elemente und berechnet nichts. Die Fusion hat relu zur letzten Stage gemacht, und relu berechnet ein Maximum. Probleme nennt die Zeile.</translation>
    </message>
    <message>
        <source>Mend it with the first fix: the maximum gets a stage and memory of its own, and only the result is copied.</source>
        <translation>Beheben Sie es mit der ersten Korrektur: das Maximum erhält eine eigene Stage und eigenen Speicher, und nur das Ergebnis wird kopiert.</translation>
    </message>
</context>
<context>
    <name>nw::window::MainWindow</name>
    <message>
        <source>%1[*] — Nestwright</source>
        <translation>%1[*] — Nestwright</translation>
    </message>
    <message>
        <source>Nestwright</source>
        <translation>Nestwright</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Problems: %1</source>
        <translation>Probleme: %1</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>dropped text</source>
        <translation>abgelegter Text</translation>
    </message>
    <message>
        <source>About Nestwright</source>
        <translation>Über Nestwright</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Nestwright %1&lt;/h3&gt;&lt;p&gt;A workbench for tensor programs.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;&lt;p&gt;Built on Qt %2, LLVM 19, Graphviz, QScintilla and ONNX&apos;s protobuf messages.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Nestwright %1&lt;/h3&gt;&lt;p&gt;Eine Werkbank für Tensorprogramme.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später.&lt;/p&gt;&lt;p&gt;Baut auf Qt %2, LLVM 19, Graphviz, QScintilla und den Protobuf-Nachrichten von ONNX auf.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>From the next start, texts are in the system&apos;s language.</source>
        <translation>Ab dem nächsten Start sind die Texte in der Sprache des Systems.</translation>
    </message>
    <message>
        <source>From the next start, texts are in this language: %1.</source>
        <translation>Ab dem nächsten Start sind die Texte in dieser Sprache: %1.</translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>Verstanden</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Drop %1 on the node of an input, or on a row of the panel Run</source>
        <translation>Legen Sie %1 auf dem Knoten einer Eingabe oder einer Zeile des Bereichs Lauf ab</translation>
    </message>
</context>
<context>
    <name>nw::window::Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Zuletzt &amp;geöffnet</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>After each &amp;pass</source>
        <translation>Nach jedem &amp;Pass</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>G&amp;raph</source>
        <translation>G&amp;raph</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>&amp;Einfärben nach</translation>
    </message>
    <message>
        <source>&amp;What if</source>
        <translation>&amp;What-if</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>Boo&amp;kmarks</source>
        <translation>L&amp;esezeichen</translation>
    </message>
    <message>
        <source>&amp;Kernel</source>
        <translation>&amp;Kernel</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;Forget these</source>
        <translation>Diese &amp;vergessen</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>&amp;Dokumente</translation>
    </message>
</context>
<context>
    <name>nw::window::NetworkRun</name>
    <message>
        <source>Running the network</source>
        <translation>Netz wird ausgeführt</translation>
    </message>
    <message>
        <source>The network did not run; the problems say why</source>
        <translation>Das Netz lief nicht; die Probleme nennen den Grund</translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s) in %1 ms, %2 GFLOP/s</source>
        <translation>
            <numerusform>%n Kernel in %1 ms, %2 GFLOP/s</numerusform>
            <numerusform>%n Kernel in %1 ms, %2 GFLOP/s</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; all results are NaN, with the reference operators too</source>
        <translation>%1; alle Ergebnisse sind NaN, auch mit den Referenzoperatoren</translation>
    </message>
    <message>
        <source>%1; other numbers than the reference operators</source>
        <translation>%1; andere Zahlen als die Referenzoperatoren</translation>
    </message>
    <message>
        <source>%1; verified by the reference operators</source>
        <translation>%1; durch die Referenzoperatoren bestätigt</translation>
    </message>
    <message>
        <source>%1; other numbers than the reference operators, first at %2</source>
        <translation>%1; andere Zahlen als die Referenzoperatoren, zuerst bei %2</translation>
    </message>
    <message>
        <source>The network did not run, and its groups have changed since: run it again</source>
        <translation>Das Netz lief nicht, und seine Gruppen haben sich seither geändert: erneut ausführen</translation>
    </message>
    <message>
        <source>The network took %1 ms; its groups have changed since, so that no group has a time: run it again</source>
        <translation>Das Netz brauchte %1 ms; seine Gruppen haben sich seither geändert, sodass keine Gruppe eine Zeit hat: erneut ausführen</translation>
    </message>
</context>
<context>
    <name>nw::window::PaletteCommands</name>
    <message>
        <source>Colour by: %1</source>
        <translation>Einfärben nach: %1</translation>
    </message>
    <message>
        <source>Colours (theme): %1</source>
        <translation>Farben (Design): %1</translation>
    </message>
    <message>
        <source>Target: %1</source>
        <translation>Target: %1</translation>
    </message>
    <message>
        <source>Target: try %1 now</source>
        <translation>Target: %1 jetzt versuchen</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>Lektion: %1</translation>
    </message>
    <message>
        <source>History: name (tag) the present state…</source>
        <translation>Verlauf: jetzigen Zustand benennen (Tag)…</translation>
    </message>
    <message>
        <source>History: times of every target</source>
        <translation>Verlauf: Zeiten aller Targets</translation>
    </message>
    <message>
        <source>History: times of %1</source>
        <translation>Verlauf: Zeiten von %1</translation>
    </message>
    <message>
        <source>Targets: undo %1</source>
        <translation>Targets: %1 rückgängig</translation>
    </message>
    <message>
        <source>Target: remove %1 from the list</source>
        <translation>Target: %1 aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Operators: show the table</source>
        <translation>Operatoren: Tabelle zeigen</translation>
    </message>
    <message>
        <source>Operators: show where the time goes</source>
        <translation>Operatoren: zeigen, wo die Zeit bleibt</translation>
    </message>
    <message>
        <source>Operators: show the last run along its time</source>
        <translation>Operatoren: den letzten Lauf über seine Zeit zeigen</translation>
    </message>
    <message>
        <source>Targets: show the panel</source>
        <translation>Targets: Bereich zeigen</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>Layout: %1</translation>
    </message>
    <message>
        <source>Searching names</source>
        <translation>Namen werden durchsucht</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>Sprache: %1</translation>
    </message>
    <message>
        <source>Operators: sort by %1</source>
        <translation>Operatoren: nach %1 sortieren</translation>
    </message>
</context>
<context>
    <name>nw::window::PatternTables</name>
    <message>
        <source>Open a pattern table</source>
        <translation>Mustertabelle öffnen</translation>
    </message>
    <message>
        <source>Pattern tables (*.pat)</source>
        <translation>Mustertabellen (*.pat)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the pattern table</source>
        <translation>Mustertabelle speichern</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Versuch</translation>
    </message>
</context>
<context>
    <name>nw::window::PreferencesDialog</name>
    <message>
        <source>As designed</source>
        <translation>Wie vorgesehen</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Font of texts</source>
        <translation>Schrift der Texte</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Size of texts</source>
        <translation>Größe der Texte</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>Schrift von Code</translation>
    </message>
    <message>
        <source>In tabs that are opened from now on</source>
        <translation>In Tabs, die von nun an geöffnet werden</translation>
    </message>
    <message>
        <source>AT&amp;T, as GNU tools write it</source>
        <translation>AT&amp;T, wie GNU-Werkzeuge ihn schreiben</translation>
    </message>
    <message>
        <source>Intel, as its manuals write it</source>
        <translation>Intel, wie dessen Handbücher ihn schreiben</translation>
    </message>
    <message>
        <source>Assembly of x86</source>
        <translation>Assembler von x86</translation>
    </message>
    <message>
        <source>Continue long lines of a script below</source>
        <translation>Lange Zeilen eines Skripts darunter fortsetzen</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Targets and runs</source>
        <translation>Ziele und Läufe</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>What kernels are scheduled and checked for, and where they run</source>
        <translation>Wofür Kernel geplant und geprüft werden, und wo sie laufen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Time limit of a run</source>
        <translation>Zeitgrenze eines Laufs</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Save by itself after</source>
        <translation>Selbsttätig speichern nach</translation>
    </message>
    <message>
        <source>A project or script with changes is saved this often; one without a file is kept for the case of a crash</source>
        <translation>Ein geändertes Projekt oder Skript wird so oft gespeichert; eines ohne Datei bleibt für den Fall eines Absturzes erhalten</translation>
    </message>
</context>
<context>
    <name>nw::window::RecordedTimes</name>
    <message>
        <source>Reading recorded times</source>
        <translation>Liest aufgezeichnete Zeiten</translation>
    </message>
</context>
<context>
    <name>nw::window::Report</name>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>gives</source>
        <translation>liefert</translation>
    </message>
    <message>
        <source>Edges that are not fused</source>
        <translation>Nicht fusionierte Kanten</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>why</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Pattern matches</source>
        <translation>Treffer der Muster</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>at</source>
        <translation>bei</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Near misses</source>
        <translation>Beinahetreffer</translation>
    </message>
    <message>
        <source>places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>why not</source>
        <translation>warum nicht</translation>
    </message>
    <message>
        <source>fix</source>
        <translation>Korrektur</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Nestwright</source>
        <translation>Nestwright</translation>
    </message>
</context>
<context>
    <name>nw::window::ScriptFile</name>
    <message>
        <source>%1 was saved by another program and read again</source>
        <translation>%1 wurde von einem anderen Programm gespeichert und erneut gelesen</translation>
    </message>
    <message>
        <source>%1 as it was saved</source>
        <translation>%1, wie gespeichert</translation>
    </message>
    <message>
        <source>%1 was saved by another program, and has changes here that are not saved.</source>
        <translation>%1 wurde von einem anderen Programm gespeichert und hat hier ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Take what was saved</source>
        <translation>Gespeichertes übernehmen</translation>
    </message>
    <message>
        <source>What is here stays in the history; undo brings it back</source>
        <translation>Der hiesige Stand bleibt im Verlauf; Rückgängig holt ihn zurück</translation>
    </message>
    <message>
        <source>Keep what is here</source>
        <translation>Hiesigen Stand behalten</translation>
    </message>
    <message>
        <source>The next save writes over what the other program saved</source>
        <translation>Das nächste Speichern überschreibt, was das andere Programm gespeichert hat</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>The loop nest and the text here against those in the file; nothing is decided yet</source>
        <translation>Schleifennest und Text hier gegen die der Datei; noch ist nichts entschieden</translation>
    </message>
    <message>
        <source>Not saved: another program has saved %1 meanwhile</source>
        <translation>Nicht gespeichert: ein anderes Programm hat %1 inzwischen gespeichert</translation>
    </message>
</context>
<context>
    <name>nw::window::ScriptWatch</name>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
</context>
<context>
    <name>nw::window::ShownTrial</name>
    <message>
        <source>Making the loop nest of a trial</source>
        <translation>Schleifennest eines Versuchs wird erstellt</translation>
    </message>
    <message>
        <source>Loop nest of trial %1</source>
        <translation>Schleifennest von Versuch %1</translation>
    </message>
    <message>
        <source>Loop nest of the start</source>
        <translation>Schleifennest des Starts</translation>
    </message>
</context>
<context>
    <name>nw::window::StartPage</name>
    <message>
        <source>Opened lately</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Modell öffnen…</translation>
    </message>
    <message>
        <source>Choose an ONNX file, Relay text, a script or a project (Ctrl+O)</source>
        <translation>ONNX-Datei, Relay-Text, Skript oder Projekt wählen (Strg+O)</translation>
    </message>
    <message>
        <source>Paste a script</source>
        <translation>Skript einfügen</translation>
    </message>
    <message>
        <source>Open what is on the clipboard: Relay text or a TE script (Ctrl+V)</source>
        <translation>Inhalt der Zwischenablage öffnen: Relay-Text oder ein TE-Skript (Strg+V)</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>a small residual network</source>
        <translation>ein kleines Residualnetz</translation>
    </message>
    <message>
        <source>a matrix product, scheduled by hand</source>
        <translation>ein Matrixprodukt, von Hand geplant</translation>
    </message>
    <message>
        <source>four stages, with reductions</source>
        <translation>vier Stages, mit Reduktionen</translation>
    </message>
    <message>
        <source>Questions that people asked</source>
        <translation>Fragen aus der Praxis</translation>
    </message>
    <message>
        <source>Each is a lesson of a few minutes on a small example.</source>
        <translation>Jede ist eine Lektion von wenigen Minuten an einem kleinen Beispiel.</translation>
    </message>
    <message>
        <source>Start the lesson %1</source>
        <translation>Lektion %1 beginnen</translation>
    </message>
    <message>
        <source>Open a model to begin</source>
        <translation>Öffnen Sie ein Modell</translation>
    </message>
    <message>
        <source>Drop an ONNX file, Relay text, a schedule script or a project here. You see its graph, how it fuses and why, and shape the loops of every fused group.</source>
        <translation>Ziehen Sie eine ONNX-Datei, Relay-Text, ein Schedule-Skript oder ein Projekt hierher. Sie sehen den Graphen, wie und warum er fusioniert, und formen die Schleifen jeder fusionierten Gruppe.</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet…</translation>
    </message>
    <message>
        <source>Nestwright ended without being closed</source>
        <translation>Nestwright wurde nicht regulär beendet</translation>
    </message>
    <message>
        <source>These were open. Their histories and measured times were kept, to the last second.</source>
        <translation>Diese waren geöffnet. Ihre Verläufe und gemessenen Zeiten sind erhalten, bis auf die letzte Sekunde.</translation>
    </message>
    <message>
        <source>Recover them</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Open each in its tab, as it was</source>
        <translation>Jedes in seinem Tab öffnen, wie es war</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Ruhen lassen</translation>
    </message>
    <message>
        <source>Nothing is thrown away: a file that is opened later offers what was not saved</source>
        <translation>Nichts wird verworfen: eine später geöffnete Datei bietet an, was nicht gespeichert war</translation>
    </message>
    <message>
        <source>%1, with changes that were not saved</source>
        <translation>%1, mit ungespeicherten Änderungen</translation>
    </message>
    <message>
        <source>A text without a file</source>
        <translation>Ein Text ohne Datei</translation>
    </message>
    <message>
        <source>part of a detector, with dynamic sizes</source>
        <translation>Teil eines Detektors mit dynamischen Größen</translation>
    </message>
</context>
<context>
    <name>nw::window::StatusLine</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n Gruppe</numerusform>
            <numerusform>%n Gruppen</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
</context>
<context>
    <name>nw::window::TargetActions</name>
    <message>
        <source>Facts of a target</source>
        <translation>Kenndaten eines Targets</translation>
    </message>
    <message>
        <source>Facts of a target (*.json)</source>
        <translation>Kenndaten eines Targets (*.json)</translation>
    </message>
</context>
<context>
    <name>nw::window::ToolBar</name>
    <message>
        <source>Which graph is shown</source>
        <translation>Welcher Graph gezeigt wird</translation>
    </message>
    <message>
        <source>  Search or command…    %1</source>
        <translation>  Suche oder Befehl…    %1</translation>
    </message>
    <message>
        <source>Search or command</source>
        <translation>Suche oder Befehl</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
</context>
<context>
    <name>nw::window::TuneTabs</name>
    <message>
        <source>Tuning %1</source>
        <translation>Tuning von %1</translation>
    </message>
    <message>
        <source>Schedules are searched for processors, not for a %1 yet</source>
        <translation>Schedules werden für Prozessoren gesucht, noch nicht für %1</translation>
    </message>
    <message>
        <source>An emulator&apos;s times do not say which schedule is faster</source>
        <translation>Die Zeiten eines Emulators sagen nicht, welcher Schedule schneller ist</translation>
    </message>
    <message>
        <source>This group has no loops to shape</source>
        <translation>Diese Gruppe hat keine Schleifen zu formen</translation>
    </message>
    <message>
        <source>TVMScript has its schedule in its loops: there are no steps to search</source>
        <translation>TVMScript hat seinen Schedule in seinen Schleifen: es gibt keine Schritte zu suchen</translation>
    </message>
</context>
<context>
    <name>nw::window::TunedSchedules</name>
    <message>
        <source>Writing the script of a trial</source>
        <translation>Skript eines Versuchs wird geschrieben</translation>
    </message>
    <message>
        <source>tuned: trial %1</source>
        <translation>getunt: Versuch %1</translation>
    </message>
    <message>
        <source>tuned: the start</source>
        <translation>getunt: der Start</translation>
    </message>
    <message>
        <source>The schedule of trial %1 is in the editor</source>
        <translation>Der Schedule von Versuch %1 ist im Editor</translation>
    </message>
    <message>
        <source>No schedule is faster than the one in use</source>
        <translation>Kein Schedule ist schneller als der verwendete</translation>
    </message>
    <message>
        <source>Writing the tuned schedules</source>
        <translation>Getunte Schedules werden geschrieben</translation>
    </message>
    <message>
        <source>tuned schedule</source>
        <translation>getunter Schedule</translation>
    </message>
    <message numerus="yes">
        <source>%n tuned schedule(s)</source>
        <translation>
            <numerusform>%n getunter Schedule</numerusform>
            <numerusform>%n getunte Schedules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tuned schedule(s) in use</source>
        <translation>
            <numerusform>%n getunter Schedule in Verwendung</numerusform>
            <numerusform>%n getunte Schedules in Verwendung</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::Tuning</name>
    <message>
        <source>%1 × 10%2</source>
        <translation>%1 × 10%2</translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n Sekunde</numerusform>
            <numerusform>%n Sekunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 Stunden</translation>
    </message>
    <message>
        <source>illegal</source>
        <translation>unzulässig</translation>
    </message>
    <message>
        <source>not compiled</source>
        <translation>nicht kompiliert</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>late</source>
        <translation>zu spät</translation>
    </message>
    <message>
        <source>wrong numbers</source>
        <translation>falsche Zahlen</translation>
    </message>
    <message>
        <source>too much memory</source>
        <translation>zu viel Speicher</translation>
    </message>
    <message>
        <source>ruled out</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>The kernel is not open any more.</source>
        <translation>Der Kernel ist nicht mehr offen.</translation>
    </message>
    <message>
        <source>Looking at what %1 can be tuned for</source>
        <translation>Es wird ermittelt, wofür %1 getunt werden kann</translation>
    </message>
    <message>
        <source>Reading the records of %1</source>
        <translation>Aufzeichnung von %1 wird gelesen</translation>
    </message>
    <message>
        <source>No task of this model can be tuned: the table says why.</source>
        <translation>Kein Task dieses Modells lässt sich tunen: die Tabelle nennt den Grund.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) of %1 in turns: </source>
        <translation>
            <numerusform>%n Task von %1 reihum: </numerusform>
            <numerusform>%n Tasks von %1 reihum: </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to %1 schedules are measured on %n thread(s), %2.</source>
        <translation>
            <numerusform>bis zu %1 Schedules werden auf %n Thread gemessen, %2.</numerusform>
            <numerusform>bis zu %1 Schedules werden auf %n Threads gemessen, %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Other factors and orders of the script&apos;s own steps, lines %1 kept: up to %2 are measured on %n thread(s), %3.</source>
        <translation>
            <numerusform>Andere Faktoren und Reihenfolgen der Schritte des Skripts, Zeilen %1 fest: bis zu %2 werden auf %n Thread gemessen, %3.</numerusform>
            <numerusform>Andere Faktoren und Reihenfolgen der Schritte des Skripts, Zeilen %1 fest: bis zu %2 werden auf %n Threads gemessen, %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %1 schedules of %2 thousands are estimated and up to %3 are measured on %n thread(s), %4.</source>
        <translation>
            <numerusform>Von %1 Schedules von %2 werden Tausende geschätzt und bis zu %3 auf %n Thread gemessen, %4.</numerusform>
            <numerusform>Von %1 Schedules von %2 werden Tausende geschätzt und bis zu %3 auf %n Threads gemessen, %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changes of the steps of %1 are estimated, and up to %2 are measured on %n thread(s), %3.</source>
        <translation>
            <numerusform>Änderungen der Schritte von %1 werden geschätzt und bis zu %2 auf %n Thread gemessen, %3.</numerusform>
            <numerusform>Änderungen der Schritte von %1 werden geschätzt und bis zu %2 auf %n Threads gemessen, %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> %n trial(s) of earlier searches are taken over.</source>
        <translation>
            <numerusform> %n Versuch früherer Suchen wird übernommen.</numerusform>
            <numerusform> %n Versuche früherer Suchen werden übernommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tuning %1</source>
        <translation>Tuning von %1</translation>
    </message>
    <message>
        <source>Measuring start and best of %1 in turns</source>
        <translation>Start und Bester von %1 werden im Wechsel gemessen</translation>
    </message>
    <message>
        <source>Nothing is left to try: what may still be changed was measured before, or is ruled out.</source>
        <translation>Es bleibt nichts zu versuchen: was sich noch ändern lässt, wurde schon gemessen oder ist ausgeschlossen.</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>Es wurde nichts gemessen.</translation>
    </message>
    <message>
        <source>What was found is faster alone, and slower in the network: %1 a run, where the start takes %2.</source>
        <translation>Was gefunden wurde, ist allein schneller, im Netz aber langsamer: %1 je Lauf, der Start %2.</translation>
    </message>
    <message>
        <source>Nothing that was measured is faster than the start, %1, when both are measured in turns.</source>
        <translation>Nichts Gemessenes ist schneller als der Start, %1, wenn beide im Wechsel gemessen werden.</translation>
    </message>
    <message>
        <source>Trial %1 takes %2 ± %3 and the start %4 ± %5: the difference is within the noise.</source>
        <translation>Versuch %1 braucht %2 ± %3 und der Start %4 ± %5: der Unterschied liegt im Rauschen.</translation>
    </message>
    <message>
        <source>%1: trial %2 takes %3 ± %4 where the start takes %5 ± %6, medians of runs in turns.</source>
        <translation>%1: Versuch %2 braucht %3 ± %4, der Start %5 ± %6, Mediane abwechselnder Läufe.</translation>
    </message>
    <message>
        <source>%1 over the tasks that were measured: %2 of kernels a run of the model become %3.</source>
        <translation>%1 über die gemessenen Tasks: aus %2 der Kernel je Lauf des Modells werden %3.</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>%1 estimated</source>
        <translation>%1 geschätzt</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>%1 gemessen</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>abgelehnt: %1</translation>
    </message>
    <message>
        <source>%1 trials a second</source>
        <translation>%1 Versuche je Sekunde</translation>
    </message>
    <message>
        <source>model so far %1</source>
        <translation>Modell bisher %1</translation>
    </message>
    <message numerus="yes">
        <source>Of %1 schedules that the marks of %2 list, up to %3 are measured on %n thread(s), %4.</source>
        <translation>
            <numerusform>Von %1 Schedules, die die Marken von %2 nennen, werden bis zu %3 auf %n Thread gemessen, %4.</numerusform>
            <numerusform>Von %1 Schedules, die die Marken von %2 nennen, werden bis zu %3 auf %n Threads gemessen, %4.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::TuningNarrowing</name>
    <message>
        <source>Never %1</source>
        <translation>Nie %1</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>Locked: %1</source>
        <translation>Fixiert: %1</translation>
    </message>
    <message>
        <source>The best until now was not made by choices of the search&apos;s space</source>
        <translation>Der bisher Beste entstand nicht aus Entscheidungen im Suchraum</translation>
    </message>
    <message>
        <source>Never use</source>
        <translation>Nie verwenden</translation>
    </message>
    <message>
        <source>Keep as in the best</source>
        <translation>Wie im Besten behalten</translation>
    </message>
    <message>
        <source>There is something to lock while a search runs or is paused</source>
        <translation>Fixieren lässt sich etwas, während eine Suche läuft oder pausiert</translation>
    </message>
    <message>
        <source>No step makes this loop: it is as the computation has it</source>
        <translation>Kein Schritt erzeugt diese Schleife: sie ist, wie die Berechnung sie hat</translation>
    </message>
    <message>
        <source>All further candidates have: %1</source>
        <translation>Alle weiteren Kandidaten haben: %1</translation>
    </message>
    <message>
        <source>Forbid %1</source>
        <translation>%1 verbieten</translation>
    </message>
    <message>
        <source>Forbidden: %1</source>
        <translation>Verboten: %1</translation>
    </message>
    <message>
        <source>Lock this loop</source>
        <translation>Diese Schleife fixieren</translation>
    </message>
    <message>
        <source>Lock this line</source>
        <translation>Diese Zeile fixieren</translation>
    </message>
</context>
<context>
    <name>nw::window::TuningRunners</name>
    <message>
        <source>What it is becomes known once it is connected</source>
        <translation>Was es ist, wird bekannt, sobald es verbunden ist</translation>
    </message>
    <message>
        <source>Another machine: %1</source>
        <translation>Eine andere Maschine: %1</translation>
    </message>
</context>
<context>
    <name>nw::window::TuningWhy</name>
    <message>
        <source>Pause or stop the search first: two measurements would disturb each other</source>
        <translation>Zuerst die Suche pausieren oder anhalten: zwei Messungen würden einander stören</translation>
    </message>
    <message>
        <source>Select a trial with a time first</source>
        <translation>Zuerst einen Versuch mit Zeit auswählen</translation>
    </message>
    <message>
        <source>Asking why a schedule is fast</source>
        <translation>Es wird ermittelt, warum ein Schedule schnell ist</translation>
    </message>
    <message>
        <source>the default schedule has it</source>
        <translation>der Standard-Schedule hat ihn</translation>
    </message>
    <message>
        <source>Select a trial to see what each of its steps gives.</source>
        <translation>Wählen Sie einen Versuch, um zu sehen, was jeder seiner Schritte bringt.</translation>
    </message>
    <message>
        <source>By the estimate: the start %1; this schedule %2, %3.</source>
        <translation>Nach der Schätzung: der Start %1; dieser Schedule %2, %3.</translation>
    </message>
    <message>
        <source>Measuring a schedule without each of its steps</source>
        <translation>Ein Schedule wird ohne jeden seiner Schritte gemessen</translation>
    </message>
</context>
</TS>
