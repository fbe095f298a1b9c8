@echo off
rem Runs the assay command of this directory, with its own Java runtime if it has one.
setlocal
set "ASSAY_ROOT=%~dp0.."
set "ASSAY_JAVA=%ASSAY_ROOT%\runtime\bin\java.exe"
if exist "%ASSAY_JAVA%" goto run
set "ASSAY_JAVA=java.exe"
if not defined JAVA_HOME goto run
set "ASSAY_JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%ASSAY_JAVA%" goto run
echo assay: JAVA_HOME is %JAVA_HOME%, which holds no bin\java.exe 1>&2
exit /b 2
:run
"%ASSAY_JAVA%" -XX:+UseSerialGC -Xshare:auto -jar "%ASSAY_ROOT%\lib\assay.jar" %*
exit /b %ERRORLEVEL%
