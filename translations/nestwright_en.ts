<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>nw::views::AddTargetDialog</name>
    <message numerus="yes">
        <source>It answers: %1, %n unit(s), %2</source>
        <translation>
            <numerusform>It answers: %1, %n unit, %2</numerusform>
            <numerusform>It answers: %1, %n units, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyPage</name>
    <message numerus="yes">
        <source>%n hot spot(s)</source>
        <translation>
            <numerusform>%n hot spot</numerusform>
            <numerusform>%n hot spots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyView</name>
    <message numerus="yes">
        <source># %n line(s) of constants</source>
        <translation>
            <numerusform># %n line of constants</numerusform>
            <numerusform># %n lines of constants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scalar operation(s) in vector loops</source>
        <translation>
            <numerusform>%n scalar operation in vector loops</numerusform>
            <numerusform>%n scalar operations in vector loops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n spill(s) and reload(s)</source>
        <translation>
            <numerusform>%n spill and reload</numerusform>
            <numerusform>%n spills and reloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::Canvas</name>
    <message numerus="yes">
        <source>%n value(s), %1</source>
        <translation>
            <numerusform>%n value, %1</numerusform>
            <numerusform>%n values, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::Face</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::GraphMenu</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryModel</name>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1, %n thread</numerusform>
            <numerusform>%1, %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::Inspector</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::InspectorPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::KernelComparison</name>
    <message numerus="yes">
        <source>%n difference(s) of the loop nests.</source>
        <translation>
            <numerusform>%n difference of the loop nests.</numerusform>
            <numerusform>%n differences of the loop nests.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The loop nests are the same; %n difference(s) of the scripts.</source>
        <translation>
            <numerusform>The loop nests are the same; %n difference of the scripts.</numerusform>
            <numerusform>The loop nests are the same; %n differences of the scripts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The loop nests are the same; %n difference(s) of the code.</source>
        <translation>
            <numerusform>The loop nests are the same; %n difference of the code.</numerusform>
            <numerusform>The loop nests are the same; %n differences of the code.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::KernelPage</name>
    <message numerus="yes">
        <source>Wrote %1; %n step(s) left out, see Problems</source>
        <translation>
            <numerusform>Wrote %1; %n step left out, see Problems</numerusform>
            <numerusform>Wrote %1; %n steps left out, see Problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An object file of %n byte(s), with a C header.</source>
        <translation>
            <numerusform>An object file of %n byte, with a C header.</numerusform>
            <numerusform>An object file of %n bytes, with a C header.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::MemoryChart</name>
    <message numerus="yes">
        <source>%n value(s) lie outside of it.</source>
        <translation>
            <numerusform>%n value lies outside of it.</numerusform>
            <numerusform>%n values lie outside of it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::NestView</name>
    <message numerus="yes">
        <source>%n sample(s): too few to say much</source>
        <translation>
            <numerusform>%n sample: too few to say much</numerusform>
            <numerusform>%n samples: too few to say much</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n sample(s) was here.</source>
        <translation>
            <numerusform>The only sample was not here.</numerusform>
            <numerusform>None of %n samples was here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n sample(s)</source>
        <translation>
            <numerusform>of %n sample</numerusform>
            <numerusform>of %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::NextSteps</name>
    <message numerus="yes">
        <source>%n more that would not make it faster</source>
        <translation>
            <numerusform>%n more that would not make it faster</numerusform>
            <numerusform>%n more that would not make it faster</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No step of this promises a gain as it stands; %n that would not make it faster</source>
        <translation>
            <numerusform>No step of this promises a gain as it stands; %n that would not make it faster</numerusform>
            <numerusform>No step of this promises a gain as it stands; %n that would not make it faster</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::OffloadPage</name>
    <message numerus="yes">
        <source>%1, %n call(s)</source>
        <translation>
            <numerusform>%1, %n call</numerusform>
            <numerusform>%1, %n calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::OperatorsModel</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n group</numerusform>
            <numerusform>%n groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of unknown size</source>
        <translation>
            <numerusform>%n of unknown size</numerusform>
            <numerusform>%n of unknown size</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s)</source>
        <translation>
            <numerusform>%n constant</numerusform>
            <numerusform>%n constants</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::OriginalPage</name>
    <message numerus="yes">
        <source>%n line(s) left out</source>
        <translation>
            <numerusform>%n line left out</numerusform>
            <numerusform>%n lines left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::OutlineModel</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::Overlay</name>
    <message numerus="yes">
        <source>%n entry(s) of the file name no node of this graph</source>
        <translation>
            <numerusform>%n entry of the file names no node of this graph</numerusform>
            <numerusform>%n entries of the file name no node of this graph</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::PatternResultsModel</name>
    <message numerus="yes">
        <source>%n place(s): %1</source>
        <translation>
            <numerusform>%n place: %1</numerusform>
            <numerusform>%n places: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%n node(s) computed outside too)</source>
        <translation>
            <numerusform> (%n node computed outside too)</numerusform>
            <numerusform> (%n nodes computed outside too)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::PatternsPanel</name>
    <message numerus="yes">
        <source>Takes nothing: %1 take(s) all %n place(s) first</source>
        <translation>
            <numerusform>Takes nothing: its one place goes to %1</numerusform>
            <numerusform>Takes nothing: its %n places go to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::PlaceBar</name>
    <message numerus="yes">
        <source>%n hidden · Show</source>
        <translation>
            <numerusform>%n hidden · Show</numerusform>
            <numerusform>%n hidden · Show</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemsModel</name>
    <message numerus="yes">
        <source>%n time(s), first: %1</source>
        <translation>
            <numerusform>%n time, first: %1</numerusform>
            <numerusform>%n times, first: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemsPanel</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more of the graph and other kernels</source>
        <translation>
            <numerusform>Show %n more of the graph and other kernels</numerusform>
            <numerusform>Show %n more of the graph and other kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::RewritePage</name>
    <message numerus="yes">
        <source>%n application(s) of rules</source>
        <translation>
            <numerusform>%n application of rules</numerusform>
            <numerusform>%n applications of rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> in %n round(s)</source>
        <translation>
            <numerusform> in %n round</numerusform>
            <numerusform> in %n rounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::RooflineView</name>
    <message numerus="yes">
        <source>This machine: %1 GFLOP/s and %2 GB/s with %n thread(s).</source>
        <translation>
            <numerusform>This machine: %1 GFLOP/s and %2 GB/s with %n thread.</numerusform>
            <numerusform>This machine: %1 GFLOP/s and %2 GB/s with %n threads.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::ScriptFindBar</name>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>%n replaced</numerusform>
            <numerusform>%n replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n in all</numerusform>
            <numerusform>%n in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SelectionPage</name>
    <message numerus="yes">
        <source>takes %n place(s)</source>
        <translation>
            <numerusform>takes %n place</numerusform>
            <numerusform>takes %n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::ShownPart</name>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 of %n node</numerusform>
            <numerusform>%1 of %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) around %1</source>
        <translation>
            <numerusform>%n step around %1</numerusform>
            <numerusform>%n steps around %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SizeLegend</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::TargetEntry</name>
    <message numerus="yes">
        <source>busy, %n waiting</source>
        <translation>
            <numerusform>busy, %n waiting</numerusform>
            <numerusform>busy, %n waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::TensorView</name>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n text</numerusform>
            <numerusform>%n texts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::TuneEffectsModel</name>
    <message numerus="yes">
        <source>%n step(s) that need it</source>
        <translation>
            <numerusform>%n step that needs it</numerusform>
            <numerusform>%n steps that need it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::TuneOptions</name>
    <message numerus="yes">
        <source>%n runner(s)</source>
        <translation>
            <numerusform>%n runner</numerusform>
            <numerusform>%n runners</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::Workbench</name>
    <message numerus="yes">
        <source>Applied %n step(s)</source>
        <translation>
            <numerusform>Applied %n step</numerusform>
            <numerusform>Applied %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::BrokenPage</name>
    <message numerus="yes">
        <source>Schedules of %n kernel(s): %1</source>
        <translation>
            <numerusform>Schedules of %n kernel: %1</numerusform>
            <numerusform>Schedules of %n kernels: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n named state(s): %1</source>
        <translation>
            <numerusform>%n named state: %1</numerusform>
            <numerusform>%n named states: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A history of %n state(s)</source>
        <translation>
            <numerusform>A history of %n state</numerusform>
            <numerusform>A history of %n states</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n of them measured</source>
        <translation>
            <numerusform>, %n of them measured</numerusform>
            <numerusform>, %n of them measured</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::DocumentNotices</name>
    <message numerus="yes">
        <source>%1 was saved with other text after %n change(s) of an earlier run that were not saved. The last was: %2.</source>
        <translation>
            <numerusform>%1 was saved with other text after %n change of an earlier run that was not saved. It was: %2.</numerusform>
            <numerusform>%1 was saved with other text after %n changes of an earlier run that were not saved. The last was: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of an earlier run were not saved. The last was: %1.</source>
        <translation>
            <numerusform>%n change of an earlier run was not saved. It was: %1.</numerusform>
            <numerusform>%n changes of an earlier run were not saved. The last was: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::FileSession</name>
    <message numerus="yes">
        <source>Save the pattern table(s) %1?</source>
        <translation>
            <numerusform>Save the pattern table %1?</numerusform>
            <numerusform>Save the pattern tables %1?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::FusionDialog</name>
    <message numerus="yes">
        <source>%n of them</source>
        <translation>
            <numerusform>%n of them</numerusform>
            <numerusform>%n of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n what-if(s)</source>
        <translation>
            <numerusform>, %n what-if</numerusform>
            <numerusform>, %n what-ifs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::NetworkRun</name>
    <message numerus="yes">
        <source>%n kernel(s) in %1 ms, %2 GFLOP/s</source>
        <translation>
            <numerusform>%n kernel in %1 ms, %2 GFLOP/s</numerusform>
            <numerusform>%n kernels in %1 ms, %2 GFLOP/s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::StatusLine</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n group</numerusform>
            <numerusform>%n groups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::TunedSchedules</name>
    <message numerus="yes">
        <source>%n tuned schedule(s)</source>
        <translation>
            <numerusform>%n tuned schedule</numerusform>
            <numerusform>%n tuned schedules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tuned schedule(s) in use</source>
        <translation>
            <numerusform>%n tuned schedule in use</numerusform>
            <numerusform>%n tuned schedules in use</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::Tuning</name>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) of %1 in turns: </source>
        <translation>
            <numerusform>%n task of %1 in turns: </numerusform>
            <numerusform>%n tasks of %1 in turns: </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to %1 schedules are measured on %n thread(s), %2.</source>
        <translation>
            <numerusform>up to %1 schedules are measured on %n thread, %2.</numerusform>
            <numerusform>up to %1 schedules are measured on %n threads, %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Other factors and orders of the script&apos;s own steps, lines %1 kept: up to %2 are measured on %n thread(s), %3.</source>
        <translation>
            <numerusform>Other factors and orders of the script&apos;s own steps, lines %1 kept: up to %2 are measured on %n thread, %3.</numerusform>
            <numerusform>Other factors and orders of the script&apos;s own steps, lines %1 kept: up to %2 are measured on %n threads, %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %1 schedules of %2 thousands are estimated and up to %3 are measured on %n thread(s), %4.</source>
        <translation>
            <numerusform>Of %1 schedules of %2 thousands are estimated and up to %3 are measured on %n thread, %4.</numerusform>
            <numerusform>Of %1 schedules of %2 thousands are estimated and up to %3 are measured on %n threads, %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changes of the steps of %1 are estimated, and up to %2 are measured on %n thread(s), %3.</source>
        <translation>
            <numerusform>Changes of the steps of %1 are estimated, and up to %2 are measured on %n thread, %3.</numerusform>
            <numerusform>Changes of the steps of %1 are estimated, and up to %2 are measured on %n threads, %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> %n trial(s) of earlier searches are taken over.</source>
        <translation>
            <numerusform> %n trial of earlier searches are taken over.</numerusform>
            <numerusform> %n trials of earlier searches are taken over.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %1 schedules that the marks of %2 list, up to %3 are measured on %n thread(s), %4.</source>
        <translation>
            <numerusform>Of %1 schedules that the marks of %2 list, up to %3 are measured on %n thread, %4.</numerusform>
            <numerusform>Of %1 schedules that the marks of %2 list, up to %3 are measured on %n threads, %4.</numerusform>
        </translation>
    </message>
</context>
</TS>
